import type { BuildProblem } from "../build-problem.ts";
import type { PageSource } from "../page/render-page.ts";
import type { SiteLimits } from "../site-limits.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { pageSlug, pageUrl, titleFromSlug } from "./page-url.ts";
import { readFrontmatter } from "./read-frontmatter.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

export interface SourcePage extends PageSource {
  slug: string;
  url: string;
  title: string;
  frontmatter: Frontmatter;
}

export function readPage(file: string, source: string, limits: SiteLimits, problems: BuildProblem[]): SourcePage {
  const { yaml, body, firstLine } = splitFrontmatter(source);
  const read = readFrontmatter(yaml, file, limits.frontmatterBytesMax);
  problems.push(...read.problems);
  const slug = pageSlug(file);
  return {
    file,
    format: file.endsWith(".mdx") ? "mdx" : "md",
    body,
    firstLine,
    slug,
    url: pageUrl(file),
    title: read.frontmatter.title ?? titleFromSlug(slug),
    frontmatter: read.frontmatter,
  };
}
