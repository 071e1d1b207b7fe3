import { analyzeSections } from "./analyze-sections.ts";
import { type BuiltIndex, buildIndex, openBuiltIndex } from "./build-index.ts";
import type { SearchIndex } from "./open-index.ts";
import type { AnalyzedPage, PageToIndex, SectionToIndex } from "./page-to-index.ts";
import { type FoundPage, type SearchRequest, search } from "./search.ts";

/**
 * A page in short form. Sections are written as `heading: text`; a section without a heading is the text above the
 * first one.
 */
export function page(path: string, sections: string | string[], rest: Partial<PageToIndex> = {}): PageToIndex {
  return {
    path,
    title: rest.title ?? path.slice(path.lastIndexOf("/") + 1),
    description: undefined,
    keywords: [],
    breadcrumb: [],
    facets: {},
    isDefault: true,
    boost: 1,
    audiences: { search: true, assistant: true },
    sections: [sections].flat().map(section),
    ...rest,
  };
}

export async function indexOf(...pages: PageToIndex[]): Promise<SearchIndex> {
  return openBuiltIndex(await indexFiles(pages));
}

/** Builds an index in the same way as an update: from pages that are analyzed one by one. */
export function indexFiles(pages: readonly PageToIndex[], signal?: AbortSignal): Promise<BuiltIndex> {
  return buildIndex(pages.map(analyzed), { signal });
}

export function analyzed({ sections, ...rest }: PageToIndex): AnalyzedPage {
  return { ...rest, analysis: analyzeSections(sections) };
}

export function find(index: SearchIndex, query: string, rest: Partial<SearchRequest> = {}): FoundPage[] {
  return search(index, { query, audience: "search", pagesMax: 10, ...rest });
}

/** The paths that a query finds, best first. */
export function paths(index: SearchIndex, query: string, rest: Partial<SearchRequest> = {}): string[] {
  return find(index, query, rest).map(({ path }) => path);
}

function section(text: string): SectionToIndex {
  const [, heading, body = text] = /^([^:\n]+): ([\s\S]*)$/.exec(text) ?? [];
  const blocks = body
    .split(/(```[\s\S]*?```)/)
    .filter((piece) => piece.trim() !== "")
    .map((piece) =>
      piece.startsWith("```")
        ? { kind: "code" as const, text: piece.slice(3, -3).trim() }
        : { kind: "text" as const, text: piece.trim() },
    );
  return {
    headingPath: heading === undefined ? [] : [heading],
    anchor: heading?.toLowerCase().replaceAll(" ", "-"),
    blocks,
  };
}
