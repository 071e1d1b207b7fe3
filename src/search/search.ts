import { cutSnippet, type Snippet } from "./cut-snippet.ts";
import { fusedPagesMax, fuseRankings } from "./fuse-rankings.ts";
import { queryLanguages } from "./inflected-terms.ts";
import { liftTitles, titlesCompared } from "./lift-titles.ts";
import type { FacetSet, SearchIndex } from "./open-index.ts";
import { pagesToRank, withoutCopies } from "./page-copies.ts";
import { pageFilter, type SearchFilter } from "./page-filter.ts";
import { pageLift } from "./page-lift.ts";
import type { Audience } from "./page-to-index.ts";
import { type RankedPage, rankPages } from "./rank-pages.ts";
import { type IndexedPage, readFacets, readPage } from "./read-page.ts";
import { readPassage } from "./read-passage.ts";
import { type QueryTerm, readQuery } from "./read-query.ts";
import type { Passage } from "./split-section.ts";
import { similarityTo } from "./text-vectors.ts";

export interface SearchRequest {
  query: string;
  audience: Audience;
  pagesMax: number;
  /** How many passages to return per page, at most 4. Defaults to 1. */
  passagesMax?: number;
  filter?: SearchFilter | undefined;
  /** The page the visitor has open. */
  currentPath?: string | undefined;
  /** The semantic similarity of each passage to the query. By default, it is computed with the built-in vectors. */
  near?: Float32Array | undefined;
  /** Whether the query comes from a search box, so that its last word may be incomplete. */
  isTyping?: boolean;
}

/** A matching page with its best passages. */
export interface FoundPage extends IndexedPage {
  facets: FacetSet;
  /**
   * From 0 to 1. The best page's score is how much of the query it covers; the others' scores show how close they come
   * to the best page.
   */
  score: number;
  /**
   * Whether the page's title is the query, so that the page was found as a whole rather than by one of its passages.
   */
  isExact: boolean;
  /** Best first. There is at least one. */
  passages: FoundPassage[];
}

interface FoundPassage extends Passage {
  /**
   * The share of the query found in the passage, its headings or the page title, weighted by rarity. Corrected typos
   * don't count, because the word may refer to something these pages don't mention.
   */
  coverage: number;
  snippet: Snippet;
}

const pagesMaxMax = 50;
/**
 * The share of the score that depends on the meaning. It is largest if the words of the best page cover little of the
 * query, and 0 if they cover all of it.
 */
const meaningShareMax = 0.5;
/** The share if the similarities come from the operator's model. */
const givenMeaningShare = 0.4;
const meaningSpan = 0.4;
const typedTermsMin = 3;

/** Finds the pages that answer a query, best first. */
export function search(index: SearchIndex, request: SearchRequest): FoundPage[] {
  const terms = termsOfRequest(index, request);
  const ranked = rankRequest(index, request, terms);
  const [best] = ranked;
  if (best === undefined) return [];
  // A page found only by its meaning may not contain any word of the query.
  const scale = (bestCoverage(terms, best) || 1) / best.score;
  const showing = { scale, weights: highlightWeights(terms), passagesMax: request.passagesMax ?? 1 };
  return ranked.map((page) => showPage(index, page, terms, showing));
}

export function termsOfRequest(index: SearchIndex, request: SearchRequest): QueryTerm[] {
  const languages = queryLanguages(index, request.filter);
  return readQuery(index, request.query, { isTyping: request.isTyping ?? false, languages });
}

/** Ranks the pages to show, without reading their text. */
export function rankRequest(index: SearchIndex, request: SearchRequest, terms: readonly QueryTerm[]): RankedPage[] {
  const isAllowed = pageFilter(index, request.audience, request.filter);
  const { liftOf, isLowered, isHome } = pageLift(index, request);
  const pagesMax = Math.min(request.pagesMax, pagesMaxMax);
  const factorOf = (page: number) => (isAllowed(page) ? liftOf(page) : 0);
  const pagesRanked = Math.max(pagesToRank(index, pagesMax), titlesCompared, fusedPagesMax);
  const weighing = { pagesMax: pagesRanked, factorOf };
  const isLiftable = (page: number) => !isLowered(page) && isHome(page);
  const byWords = liftTitles(index, rankPages(index, terms, weighing), { query: request.query, terms, isLiftable });
  const meaning = meaningOf(index, request, terms, byWords[0]);
  const found = meaning === undefined ? byWords : fuseRankings(index, byWords, { ...weighing, ...meaning });
  return withoutCopies(index, found, { pagesMax, filter: request.filter });
}

/**
 * How similar each passage is to the query, and how much that counts. A query that matches no word at all finds nothing,
 * and one or two words that are being typed may be incomplete.
 */
function meaningOf(
  index: SearchIndex,
  { near: given, query, isTyping = false }: SearchRequest,
  terms: readonly QueryTerm[],
  best: RankedPage | undefined,
): { near: Float32Array; meaningShare: number } | undefined {
  if (given?.length === index.passageCount) return { near: given, meaningShare: givenMeaningShare };
  const meaningShare = meaningShareMax * Math.min(1, (1 - bestCoverage(terms, best)) / meaningSpan);
  if (best === undefined || meaningShare <= 0 || (isTyping && terms.length < typedTermsMin)) return undefined;
  const near = similarityTo(index, query);
  return near && { near, meaningShare };
}

function bestCoverage(terms: readonly QueryTerm[], best: RankedPage | undefined): number {
  return Math.max(0, ...(best?.passages ?? []).map((passage) => coverageOf(terms, passage.terms, "guessed")));
}

interface Showing {
  /** Maps a score to the range from 0 to 1. */
  scale: number;
  weights: ReadonlyMap<string, number>;
  passagesMax: number;
}

function showPage(
  index: SearchIndex,
  { page, score, passages, isExact = false }: RankedPage,
  terms: readonly QueryTerm[],
  { weights, scale, passagesMax }: Showing,
): FoundPage {
  const record = readPage(index, page);
  return {
    ...record,
    facets: readFacets(index, page),
    score: score * scale,
    isExact,
    passages: passages.slice(0, passagesMax).map((ranked) => {
      const passage = readPassage(index, ranked.passage);
      return {
        ...passage,
        headingPath: belowTitle(record.title, passage.headingPath),
        coverage: coverageOf(terms, ranked.terms, "exact"),
        // Computed on demand: answers use whole passages, and analyzing their words again would take half the time of a
        // search.
        get snippet() {
          return cutSnippet(passage.blocks, weights);
        },
      };
    }),
  };
}

/** Drops a first heading that repeats the title, because the title would be shown twice. */
function belowTitle(title: string, headingPath: readonly string[]): readonly string[] {
  const isTitle = headingPath[0]?.trim().toLowerCase() === title.trim().toLowerCase();
  return isTitle ? headingPath.slice(1) : headingPath;
}

function coverageOf(terms: readonly QueryTerm[], found: number, counting: "exact" | "guessed"): number {
  let covered = 0;
  let asked = 0;
  for (const [position, { rarity, alternatives }] of terms.entries()) {
    const certainty = alternatives[0]?.share ?? 0;
    asked += rarity;
    if ((found & (1 << position)) !== 0 && (certainty === 1 || counting === "guessed")) covered += rarity * certainty;
  }
  return asked === 0 ? 0 : covered / asked;
}

/** The weights of words to highlight: the terms of the query, and the index terms that were matched instead of them. */
function highlightWeights(terms: readonly QueryTerm[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { term, rarity, alternatives } of terms) {
    for (const { term: known, share } of alternatives) {
      weights.set(known.term, Math.max(weights.get(known.term) ?? 0, rarity * share));
    }
    weights.set(term, Math.max(weights.get(term) ?? 0, rarity));
  }
  return weights;
}
