import { BuildProblem } from "../shared/build-problem.ts";
import type { PlannedApi } from "./page-api.ts";
import { type PageFormat, pageSlug, pageUrl, titleFromSlug } from "./page-url.ts";
import type { SourceFacts } from "./read-sources.ts";
import { fillVariables, markVariables, type Variables } from "./variables.ts";

export interface SourcePage
  extends Pick<SourceFacts, "bodyHash" | "firstLine" | "frontmatter" | "heading" | "keyLines"> {
  file: string;
  format: PageFormat;
  /**
   * Only for pages whose text isn't in a file. Other texts are read when the page is rendered; most builds render only
   * a few pages.
   */
  body?: string;
  /** Only for the last good version of a page: the files that this version includes, as they were at that time. */
  snippets?: [path: string, text: string][];
  slug: string;
  url: string;
  title: string;
  /** The API content of the page. */
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

/** Whether no title is shown above the text. */
export function hasOwnTitle({ frontmatter: { mode } }: Pick<SourcePage, "frontmatter">): boolean {
  return mode === "custom" || mode === "frame";
}

/** Whether the text starts with the page title. The title is then shown only once. */
export function beginsWithTitle({ heading, title, frontmatter }: SourcePage): boolean {
  return !hasOwnTitle({ frontmatter }) && heading !== undefined && sameWords(heading) === sameWords(title);
}

function sameWords(text: string): string {
  return text
    .replaceAll(/[\s`*]+/g, " ")
    .trim()
    .toLowerCase();
}

/** Fills the variables of docs.json into the title and description of a page. */
export function fillTitles(page: SourcePage, variables: Variables, problems: BuildProblem[]): SourcePage {
  if (variables === undefined || page.format !== "mdx") return page;
  const fill = (text: string): string => {
    const filled = fillVariables(markVariables(text, variables), variables);
    for (const name of filled.undefinedNames) {
      problems.push(
        new BuildProblem(`the variable {{${name}}} of the frontmatter is not defined in docs.json`, {
          file: page.file,
          hint: 'add it to "variables"',
        }),
      );
    }
    return filled.text;
  };
  const { title, description, sidebarTitle } = page.frontmatter;
  const heading =
    page.heading === undefined ? undefined : fillVariables(markVariables(page.heading, variables), variables);
  const frontmatter = {
    ...page.frontmatter,
    ...(title !== undefined && { title: fill(title) }),
    ...(description !== undefined && { description: fill(description) }),
    ...(sidebarTitle !== undefined && { sidebarTitle: fill(sidebarTitle) }),
  };
  // Undefined names in the heading aren't reported here, because the heading is also part of the text.
  const words = page.title === page.heading ? heading?.text : undefined;
  return { ...page, frontmatter, heading: heading?.text, title: frontmatter.title ?? words ?? page.title };
}
