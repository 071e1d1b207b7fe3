import type { Frontmatter } from "./frontmatter.ts";
import type { PlannedApi } from "./page-api.ts";
import type { PageFormat } from "./page-format.ts";
import { pageSlug, pageUrl, titleFromSlug } from "./page-url.ts";
import type { KeyLines } from "./read-frontmatter.ts";
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
  /** The heading of the first rank that its text begins with: it is shown as the title, or beside another title. */
  heading?: string | undefined;
  /** Where the file has the keys of its frontmatter that a later step may find fault with. */
  keyLines?: KeyLines | undefined;
  /** What the page shows of an API. */
  api?: PlannedApi;
}

export function readPage(
  file: string,
  { bodyHash, firstLine, frontmatter, heading, keyLines }: SourceFacts,
): SourcePage {
  const slug = pageSlug(file);
  return {
    file,
    format: file.endsWith(".mdx") ? "mdx" : "md",
    firstLine,
    bodyHash,
    slug,
    url: pageUrl(file),
    title: frontmatter.title ?? heading ?? titleFromSlug(slug),
    frontmatter,
    heading,
    keyLines,
  };
}

/** Whether the text begins with the title that stands above it, which readers then see once. */
export function beginsWithTitle({ heading, title, frontmatter }: SourcePage): boolean {
  const showsTitle = frontmatter.mode !== "custom" && frontmatter.mode !== "frame";
  return showsTitle && heading !== undefined && sameWords(heading) === sameWords(title);
}

function sameWords(text: string): string {
  return text
    .replaceAll(/[\s`*]+/g, " ")
    .trim()
    .toLowerCase();
}
