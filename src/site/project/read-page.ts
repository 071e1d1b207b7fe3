import type { PlannedApi } from "../openapi/planned-api.ts";
import type { PageFormat } from "../page/parse-markdown.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { pageSlug, pageUrl, titleFromSlug } from "./page-url.ts";
import type { SourceFacts } from "./read-source.ts";

export interface SourcePage {
  file: string;
  format: PageFormat;
  /** The line of the file on which the body starts. */
  firstLine: number;
  bodyHash: string;
  /** Only of a page that is in no file. Others are read when they are rendered, and most are not. */
  body?: string;
  slug: string;
  url: string;
  title: string;
  frontmatter: Frontmatter;
  /** What the page shows of an API. */
  api?: PlannedApi;
}

export function readPage(file: string, { bodyHash, firstLine, frontmatter }: SourceFacts): SourcePage {
  const slug = pageSlug(file);
  return {
    file,
    format: file.endsWith(".mdx") ? "mdx" : "md",
    firstLine,
    bodyHash,
    slug,
    url: pageUrl(file),
    title: frontmatter.title ?? titleFromSlug(slug),
    frontmatter,
  };
}
