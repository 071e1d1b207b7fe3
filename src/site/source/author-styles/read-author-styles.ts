import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildProblem } from "../../shared/build-problem.ts";
import type { SiteLimits } from "../../shared/site-limits.ts";

interface AuthorStyles {
  /** Every stylesheet of the project in path order, joined and sanitized. */
  css: string;
  problems: BuildProblem[];
}

interface StylesRequest {
  folder: string;
  /** The files that the site serves. */
  assets: readonly { path: string; size: number }[];
  limits: Pick<SiteLimits, "stylesBytesMax">;
}

/** Every `.css` file of a project applies to every page. */
export async function readAuthorStyles({ folder, assets, limits }: StylesRequest): Promise<AuthorStyles> {
  const sheets = assets.filter(({ path }) => /\.css$/i.test(path));
  const styles: AuthorStyles = { css: "", problems: [] };
  if (sheets.length === 0) return styles;
  // Loaded on demand: the parser is slow to load, and most projects have no stylesheet.
  const { sanitizeCss } = await import("./sanitize-css.ts");
  const paths = new Set(assets.map((asset) => asset.path));
  const parts: string[] = [];
  let bytes = 0;
  for (const { path, size } of sheets) {
    bytes += size;
    if (bytes > limits.stylesBytesMax) {
      const message = `is left out: all stylesheets together may have at most ${limits.stylesBytesMax} bytes`;
      styles.problems.push(new BuildProblem(message, { severity: "warning", file: path }));
      continue;
    }
    const text = await readFile(join(folder, path), "utf8");
    const { css, problems } = sanitizeCss(text, { file: path, hasFile: (name) => paths.has(name) });
    parts.push(css);
    styles.problems.push(...problems);
  }
  return { ...styles, css: parts.join("\n") };
}
