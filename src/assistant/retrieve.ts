import {
  type FoundPage as RankedPage,
  rememberPerIndex,
  type SearchFilter,
  type SearchIndex,
  search,
} from "../search/querying.ts";
import type { FoundPage } from "./answer-event.ts";
import { readSiteIndex } from "./read-site-index.ts";
import { markdownOf } from "./reply/write-blocks.ts";

/** A part of a page that the search found. Answers are written from passages and cite them. */
export interface Passage {
  /**
   * The number that `[n]` in an answer refers to. Numbers start at 1 and continue across all searches of the answer.
   */
  number: number;
  path: string;
  /** Includes the anchor of the passage's heading. */
  url: string;
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** The result of a search, for the client and for the model. */
export interface Retrieved {
  /** For the client, one per page. */
  pages: readonly FoundPage[];
  /** For the model, one per page in the same order, not yet numbered. */
  passages: readonly Omit<Passage, "number">[];
  /** The semantic similarity of each passage to the query, if known. */
  near?: Float32Array | undefined;
}

interface RetrieveOptions {
  pageSize: number;
  filter: Readonly<Record<string, unknown>>;
  currentPath: string | undefined;
  /** The semantic similarity of each passage to the query, if known. */
  near?: Float32Array | undefined;
}

export type Retrieve = (query: string, options: Omit<RetrieveOptions, "near">) => Promise<Retrieved>;

const contentCharactersMax = 500;
const passagesForModelMax = 2;

const retrievedRemembered = 200;
const remember = rememberPerIndex<Retrieved>(retrievedRemembered);

/**
 * Searches a site's index. Many visitors ask the same question and an index never changes, so results are remembered.
 */
export function retrieve(index: SearchIndex, siteUrl: string, query: string, options: RetrieveOptions): Retrieved {
  const { near, ...others } = options;
  const name = JSON.stringify([siteUrl, query, others, near !== undefined]);
  return remember(index, name, () => readSiteIndex(() => searchIndex(index, siteUrl, query, options)));
}

function searchIndex(
  index: SearchIndex,
  siteUrl: string,
  query: string,
  { pageSize, filter, currentPath, near }: RetrieveOptions,
): Retrieved {
  const pages = search(index, {
    query,
    audience: "assistant",
    pagesMax: pageSize,
    passagesMax: passagesForModelMax,
    filter: filter as SearchFilter,
    currentPath,
    near,
  });
  return {
    pages: pages.map((page) => toFoundPage(page, siteUrl)),
    passages: pages.map((page) => ({
      path: page.path,
      url: addressOf(page, siteUrl),
      title: page.title,
      headingPath: page.passages[0]?.headingPath ?? [],
      text: page.passages.map(({ blocks }) => markdownOf(blocks, siteUrl)).join("\n\n"),
    })),
    near,
  };
}

function toFoundPage(page: RankedPage, siteUrl: string): FoundPage {
  const { title, description, breadcrumb, facets } = page;
  const text = markdownOf(page.passages[0]?.blocks ?? [], siteUrl).slice(0, contentCharactersMax);
  return {
    content: text === "" ? (description ?? title) : text,
    path: page.path,
    url: addressOf(page, siteUrl),
    metadata: { title, ...(description === undefined ? {} : { description }), breadcrumb, ...branchOf(facets) },
  };
}

function branchOf({ version, language }: RankedPage["facets"]): object {
  return { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) };
}

/** The address of the best passage, including the anchor of its heading. */
function addressOf({ path, passages: [best] }: RankedPage, siteUrl: string): string {
  return siteUrl + path + (best?.anchor === undefined ? "" : `#${encodeURIComponent(best.anchor)}`);
}
