import type { PageCode } from "../../page/markdown/render-context.ts";
import { type ProblemRecord, problemToRecord } from "../../shared/build-problem.ts";
import { authorCodePath, hashedAsset, type SiteAsset } from "../../shared/site-file.ts";
import { listNamedOrigins } from "../../source/named-origins.ts";
import type { ArticleRecord } from "../stored-article.ts";

const stylesLengthMax = 200_000;

/** The `<style>` elements of a page as one sanitized stylesheet. */
export async function cleanPageStyles(
  written: PageCode["styles"],
): Promise<{ css: string; problems: ProblemRecord[] }> {
  const cleaned: { css: string; problems: ProblemRecord[] } = { css: "", problems: [] };
  if (written.length === 0) return cleaned;
  // Loaded on demand: the parser is slow to load, and few pages have style elements.
  const { sanitizeCss } = await import("../../source/author-styles/sanitize-css.ts");
  const parts: string[] = [];
  let length = 0;
  for (const { css: text, file } of written) {
    length += text.length;
    if (length > stylesLengthMax) break;
    // A render process doesn't know which files exist, so no file is reported as missing.
    const { css, problems } = sanitizeCss(text, { file, hasFile: () => true });
    parts.push(css);
    // The line is left out, because it is relative to the element and would be misleading.
    cleaned.problems.push(...problems.map((problem) => ({ ...problemToRecord(problem), line: undefined })));
  }
  return { ...cleaned, css: parts.join("\n") };
}

/** Code written into a page becomes a file, because the content security policy forbids inline code. */
export function describeScripts(scripts: PageCode["scripts"]): NonNullable<ArticleRecord["code"]> {
  const inline = scripts.flatMap((script) => ("code" in script ? [script.code] : []));
  const external = scripts.flatMap((script) =>
    "src" in script && script.src.startsWith("https:") ? [script.src] : [],
  );
  return {
    inline,
    scripts: scripts.map((script) => ("code" in script ? `/${inlineScript(script.code).path}` : script.src)),
    origins: [...inline.flatMap(listNamedOrigins), ...external.map((src) => new URL(src).origin)],
  };
}

export function inlineScript(code: string): SiteAsset {
  return hashedAsset("page.js", code, "text/javascript; charset=utf-8", authorCodePath);
}
