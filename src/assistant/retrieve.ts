import { LRUCache } from "lru-cache";
import { queryLanguages } from "../search/inflected-terms.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { SearchFilter } from "../search/page-filter.ts";
import type { TextBlock } from "../search/page-to-index.ts";
import { type FoundPage as RankedPage, search } from "../search/search.ts";
import type { FoundPage } from "./answer-event.ts";
import { type AskedTerms, askedTerms, coverageOf, fitOf, termsIn, termsOfPassage } from "./coverage.ts";
import type { Evidence, EvidencePassage } from "./evidence.ts";
import { reading } from "./reading.ts";

/** A part of a page that was found: the material of an answer, and what it cites. */
export interface Passage {
  /** Counted from 1 over all searches of an answer: what `[n]` refers to. */
  number: number;
  path: string;
  /** Includes the anchor of the passage's heading. */
  url: string;
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** The result of a search, in the three forms it is needed in. */
export interface Retrieved {
  evidence: Evidence;
  /** For the client, one per page. */
  pages: readonly FoundPage[];
  /** For the model, one per page in the same order, not yet numbered. */
  passages: readonly Omit<Passage, "number">[];
  /** The built-in answer, once it has been extracted. */
  extracted?: ExtractedText;
}

/** An answer in the documentation's own words, split as a model would stream it. */
export interface ExtractedText {
  texts: readonly string[];
  /** The paths of the cited pages. */
  cited: readonly string[];
}

interface RetrieveOptions {
  pageSize: number;
  filter: Readonly<Record<string, unknown>>;
  currentPath: string | undefined;
  /** What an answer must cover, if the query says more than that. */
  focus?: string;
}

export type Retrieve = (query: string, options: RetrieveOptions) => Promise<Retrieved>;

/** Numbers the passages of all searches of an answer. A page that is found again keeps its number. */
export class Sources {
  readonly passages: Passage[] = [];

  /** Returns the passages of one search under their numbers. */
  number(found: Retrieved["passages"]): Passage[] {
    return found.map((passage) => {
      const known = this.passages.find(({ path }) => path === passage.path);
      if (known !== undefined) return known;
      const numbered = { ...passage, number: this.passages.length + 1 };
      this.passages.push(numbered);
      return numbered;
    });
  }

  numberOf(path: string): number {
    return this.passages.find((passage) => passage.path === path)?.number ?? 0;
  }
}

const contentCharactersMax = 500;
const passagesPerPage = 4;
const passagesForModelMax = 2;

const retrievedRemembered = 200;
const remembered = new WeakMap<SearchIndex, LRUCache<string, Retrieved>>();

/**
 * Searches a site's index. Many visitors ask the same question and an index never changes, so the latest results are
 * remembered, together with the answers extracted from them.
 */
export function retrieve(index: SearchIndex, siteUrl: string, query: string, options: RetrieveNear): Retrieved {
  const known = remembered.get(index) ?? new LRUCache<string, Retrieved>({ max: retrievedRemembered });
  remembered.set(index, known);
  const { near, ...others } = options;
  const name = JSON.stringify([siteUrl, query, others, near !== undefined]);
  const retrieved = known.get(name) ?? reading(() => searchIndex(index, siteUrl, query, options));
  known.set(name, retrieved);
  return retrieved;
}

interface RetrieveNear extends RetrieveOptions {
  /** The semantic similarity of each passage to the query, if known. */
  near?: Float32Array | undefined;
}

function searchIndex(
  index: SearchIndex,
  siteUrl: string,
  query: string,
  { pageSize, filter, currentPath, focus = query, near }: RetrieveNear,
): Retrieved {
  const pages = search(index, {
    query,
    audience: "assistant",
    pagesMax: pageSize,
    passagesMax: passagesPerPage,
    filter: filter as SearchFilter,
    currentPath,
    near,
  });
  const languages = queryLanguages(index, filter as SearchFilter);
  const asked = askedTerms(index, query, languages);
  const terms = focus === query ? asked : askedTerms(index, focus, languages);
  const found = pages.map((page) => ({ page, passages: readPassages(page, siteUrl, asked) }));
  return {
    evidence: {
      passages: found.flatMap(({ passages }) => passages),
      coverageOf: (text) => coverageOf(terms, termsIn([text])).share,
      fitOf: (heading) => fitOf(terms, heading),
    },
    pages: found.map(({ page, passages }) => toFoundPage(page, passages[0], siteUrl)),
    passages: found.map(({ page, passages }) => ({
      path: page.path,
      url: passages[0]?.url ?? siteUrl + page.path,
      title: page.title,
      headingPath: passages[0]?.headingPath ?? [],
      text: passages
        .slice(0, passagesForModelMax)
        .map(({ blocks }) => wholeText(blocks))
        .join("\n\n"),
    })),
  };
}

function readPassages(page: RankedPage, siteUrl: string, asked: AskedTerms): EvidencePassage[] {
  const { path, title, passages } = page;
  return passages.map(({ headingPath, anchor, blocks, score, continued }) => {
    const { named, all } = termsOfPassage(title, headingPath, blocks);
    const { share, words } = coverageOf(asked, all);
    return {
      path,
      url: siteUrl + path + (anchor === undefined ? "" : `#${encodeURIComponent(anchor)}`),
      title,
      description: headingPath.length === 0 ? page.description : undefined,
      headingPath,
      blocks,
      continued,
      score,
      coverage: share,
      wordsCovered: words,
      isNamed: coverageOf(asked, named).words > 0,
    };
  });
}

function toFoundPage(page: RankedPage, best: EvidencePassage | undefined, siteUrl: string): FoundPage {
  const { title, description, breadcrumb, facets } = page;
  const text = wholeText(best?.blocks ?? []).slice(0, contentCharactersMax);
  return {
    content: text === "" ? (description ?? title) : text,
    path: page.path,
    url: best?.url ?? siteUrl + page.path,
    metadata: { title, ...(description === undefined ? {} : { description }), breadcrumb, ...branchOf(facets) },
  };
}

function branchOf({ version, language }: RankedPage["facets"]): object {
  return { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) };
}

function wholeText(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ kind, text, language = "" }) => (kind === "code" ? `\`\`\`${language}\n${text}\n\`\`\`` : text))
    .join("\n\n");
}
