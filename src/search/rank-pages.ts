import { gatherPostings } from "./gather-postings.ts";
import type { SearchIndex } from "./open-index.ts";
import {
  contextGroups,
  coverageExponent,
  nextPassageShare,
  passageGroups,
  passagesPerPageMax,
  scoreMax,
  titleGroups,
} from "./ranking.ts";
import type { QueryTerm } from "./read-query.ts";
import { scoreByteMax } from "./score-counts.ts";
import { countBits } from "./similar-terms.ts";

export interface RankedPage {
  page: number;
  score: number;
  /** Best first. */
  passages: RankedPassage[];
  /** Whether the query's subject words are all in the page's title, address, keywords or description. */
  isNamed: boolean;
  /** Whether the page's title is the query. */
  isExact?: boolean;
}

export interface RankedPassage {
  passage: number;
  score: number;
  /** One bit for each query term that occurs in the passage or in its page's title. */
  terms: number;
}

export interface Weighing {
  pagesMax: number;
  /** Multiplies the score of a page; 0 excludes it. */
  factorOf(page: number): number;
}

type ScoredPage = Pick<RankedPage, "page" | "score" | "isNamed">;

/** After the best pages, the titles of this many further pages are compared with the query. */
const namedPagesMax = 50;
/** Limits the postings read per query. The most common words are skipped first. */
const postingsMax = 3_000_000;

const passageScale = scoreMax(passageGroups) / scoreByteMax;
const titleScale = scoreMax(titleGroups) / scoreByteMax;
const contextScale = scoreMax(contextGroups) / scoreByteMax;

/** Ranks the pages for these terms and returns each with its best passages. */
export function rankPages(index: SearchIndex, terms: readonly QueryTerm[], weighing: Weighing): RankedPage[] {
  if (terms.length === 0) return [];
  let pageCount = index.pageCount;
  try {
    pageCount = addScores(index, terms);
    const coverage = Array.from({ length: terms.length + 1 }, (_, count) => (count / terms.length) ** coverageExponent);
    const best: ScoredPage[] = [];
    // Pages that rank lower but whose title may match the query.
    const named: ScoredPage[] = [];
    const telling = terms.reduce((bits, { isFraming }, position) => (isFraming ? bits : bits | (1 << position)), 0);
    const { pages, pageTerms } = index.scratch;
    for (let at = 0; at < pageCount; at++) {
      const page = pages[at] ?? 0;
      const factor = weighing.factorOf(page);
      const score = factor > 0 ? factor * scorePage(index, page, coverage) : 0;
      if (score <= 0) continue;
      const isNamed = ((pageTerms[page] ?? 0) & telling) === telling;
      const dropped = insertSorted(best, { page, score, isNamed }, weighing.pagesMax);
      if (dropped?.isNamed === true) insertSorted(named, dropped, namedPagesMax);
    }
    return [...best, ...named].map((scored) => ({ ...scored, passages: rankPassages(index, scored.page, coverage) }));
  } finally {
    clearScores(index, pageCount);
  }
}

/** Accumulates the score of each term. Returns the number of pages found. */
function addScores(index: SearchIndex, terms: readonly QueryTerm[]): number {
  const { passageScores, passageTerms, pageScores, pageTerms, pages, isMet } = index.scratch;
  let pageCount = 0;
  let postings = 0;
  for (const [position, { alternatives, rarity }] of terms.entries()) {
    const bit = 1 << position;
    for (const { term } of alternatives) postings += term.passages + term.pages;
    if (postings > postingsMax) break;
    const inPages = gatherPostings(index, alternatives, "pages");
    for (let at = 0; at < inPages.count; at++) {
      const page = inPages.documents[at] ?? 0;
      const title = inPages.scores[at] ?? 0;
      if (isMet[page] === 0) {
        isMet[page] = 1;
        pages[pageCount++] = page;
      }
      const score = rarity * (title * titleScale + (inPages.secondScores[at] ?? 0) * contextScale);
      pageScores[page] = (pageScores[page] ?? 0) + score;
      if (title > 0) pageTerms[page] = (pageTerms[page] ?? 0) | bit;
    }
    const inPassages = gatherPostings(index, alternatives, "passages");
    for (let at = 0; at < inPassages.count; at++) {
      const passage = inPassages.documents[at] ?? 0;
      passageScores[passage] = (passageScores[passage] ?? 0) + rarity * (inPassages.scores[at] ?? 0) * passageScale;
      passageTerms[passage] = (passageTerms[passage] ?? 0) | bit;
    }
  }
  return pageCount;
}

/**
 * Scores a page by its best passages. Each passage's score includes the scores of the title and the whole page. A
 * common word is on every page, so a search spends most of its time here.
 */
function scorePage({ scratch, pageFirstPassage }: SearchIndex, page: number, coverage: readonly number[]): number {
  const { passageScores, passageTerms } = scratch;
  const pageScore = scratch.pageScores[page] ?? 0;
  const titleTerms = scratch.pageTerms[page] ?? 0;
  const first = pageFirstPassage[page] ?? 0;
  const end = pageFirstPassage[page + 1] ?? 0;
  const last = passagesPerPageMax - 1;
  bestScores.fill(0);
  for (let passage = first; passage < end; passage++) {
    const own = passageScores[passage] ?? 0;
    if (own === 0 && passage !== first) continue;
    const score = (own + pageScore) * (coverage[countBits((passageTerms[passage] ?? 0) | titleTerms)] ?? 0);
    if (score <= (bestScores[last] ?? 0)) continue;
    let place = last;
    for (; place > 0 && score > (bestScores[place - 1] ?? 0); place--) bestScores[place] = bestScores[place - 1] ?? 0;
    bestScores[place] = score;
  }
  let sum = 0;
  for (let place = last; place >= 0; place--) sum = (bestScores[place] ?? 0) + sum * nextPassageShare;
  return sum;
}

const bestScores = new Float64Array(passagesPerPageMax);

function rankPassages(index: SearchIndex, page: number, coverage: readonly number[]): RankedPassage[] {
  const { passageTerms, pageTerms } = index.scratch;
  const passages: RankedPassage[] = [];
  for (let passage = index.pageFirstPassage[page] ?? 0; passage < (index.pageFirstPassage[page + 1] ?? 0); passage++) {
    const score = scorePassage(index, page, passage, coverage);
    const terms = (passageTerms[passage] ?? 0) | (pageTerms[page] ?? 0);
    if (score > 0) insertSorted(passages, { passage, score, terms }, passagesPerPageMax);
  }
  return passages;
}

/**
 * Scores a passage. The score is 0 if the passage contains no query term, except for a page's first passage, which
 * represents the title.
 */
function scorePassage(index: SearchIndex, page: number, passage: number, coverage: readonly number[]): number {
  const { passageScores, passageTerms, pageScores, pageTerms } = index.scratch;
  const own = passageScores[passage] ?? 0;
  if (own === 0 && passage !== index.pageFirstPassage[page]) return 0;
  const terms = (passageTerms[passage] ?? 0) | (pageTerms[page] ?? 0);
  return (own + (pageScores[page] ?? 0)) * (coverage[countBits(terms)] ?? 0);
}

function clearScores({ scratch, pageCount: pagesMax, pageFirstPassage }: SearchIndex, pageCount: number): void {
  const { passageScores, passageTerms, pageScores, pageTerms, pages, isMet } = scratch;
  if (pageCount > pagesMax * clearedOneByOneMax) {
    for (const scores of [passageScores, passageTerms, pageScores, pageTerms, isMet]) scores.fill(0);
    return;
  }
  for (let at = 0; at < pageCount; at++) {
    const page = pages[at] ?? 0;
    pageScores[page] = 0;
    pageTerms[page] = 0;
    isMet[page] = 0;
    const end = pageFirstPassage[page + 1] ?? 0;
    for (let passage = pageFirstPassage[page] ?? 0; passage < end; passage++) {
      passageScores[passage] = 0;
      passageTerms[passage] = 0;
    }
  }
}

/** If more than this share of the pages was found, clearing whole arrays is faster than clearing page by page. */
const clearedOneByOneMax = 0.1;

/** Inserts an item into a list sorted by score. Equal scores keep their order. Returns the item that no longer fits. */
function insertSorted<Item extends { score: number }>(list: Item[], item: Item, max: number): Item | undefined {
  if (list.length === max && (list.at(-1)?.score ?? 0) >= item.score) return item;
  let place = list.length;
  while (place > 0 && (list[place - 1]?.score ?? 0) < item.score) place -= 1;
  list.splice(place, 0, item);
  return list.length > max ? list.pop() : undefined;
}
