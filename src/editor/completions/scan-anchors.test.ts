import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadEngine } from "../../site/page/author-code/engine.ts";
import { defaultRenderSettings } from "../../site/page/markdown/render-settings.ts";
import { renderPage } from "../../site/page/render-page.ts";
import { defaultSiteLimits } from "../../site/shared/site-limits.ts";
import { splitFrontmatter } from "../../site/source/split-frontmatter.ts";
import { scanAnchors } from "./scan-anchors.ts";

await loadEngine();

const docs = join(import.meta.dirname, "../../../docs");

function builtAnchors(text: string): string[] {
  const { body, firstLine } = splitFrontmatter(text);
  const source = { file: "page.mdx", format: "mdx" as const, body, firstLine };
  const surroundings = { snippets: new Map(), limits: defaultSiteLimits, settings: defaultRenderSettings };
  return renderPage(source, surroundings).facts.anchors;
}

test("every anchor found in our own documentation is one that the build generates", () => {
  let count = 0;
  for (const path of readdirSync(docs, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".mdx") || path.startsWith("snippets")) continue;
    const text = readFileSync(join(docs, path), "utf8");
    const built = new Set(builtAnchors(text));
    const scanned = scanAnchors(text).map(({ id }) => id);
    count += scanned.length;
    expect({ path, unknown: scanned.filter((id) => !built.has(id)) }).toEqual({ path, unknown: [] });
  }
  expect(count).toBeGreaterThan(300);
});

test("headings in code are not anchors, and repeated headings are numbered", () => {
  const text =
    '---\ntitle: A\n---\n\n## Set *up* `it`\n\n```bash\n# comment\n```\n\n<Steps>\n  <Step\n    title="Set up it"\n  >\n    ~~~\n    ## no\n    ~~~\n  </Step>\n</Steps>\n\n## Own {#chosen}\n\n<ParamField body="baseUrl" type="string">x</ParamField>\n';
  expect(scanAnchors(text)).toEqual([
    { id: "set-up-it", title: "Set up it", level: 2 },
    { id: "set-up-it-2", title: "Set up it", level: 3 },
    { id: "chosen", title: "Own", level: 2 },
    { id: "param-base-url", title: "baseUrl", level: 3 },
  ]);
  expect(scanAnchors(text).map(({ id }) => id)).toEqual(
    builtAnchors(text).filter((id) => !id.startsWith("param-baseurl")),
  );
});
