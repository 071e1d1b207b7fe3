import { SearchIndexDamaged } from "./index-format.ts";
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
import { type Alternative, countBits } from "./similar-terms.ts";

export interface RankedPage {
  page: number;
  score: number;
  /** Best first. */
  passages: RankedPassage[];
}

export interface RankedPassage {
  passage: number;
  score: number;
  /** One bit for each query term that is in the passage or in the title of its page. */
  terms: number;
}

export interface Weighing {
  pagesMax: number;
  /** Multiplies the score of a page; 0 excludes it. */
  factorOf(page: number): number;
}

/** Limits the postings read per query; the most common words are skipped first. */
const postingsMax = 3_000_000;

const passageScale = scoreMax(passageGroups) / scoreByteMax;
const titleScale = scoreMax(titleGroups) / scoreByteMax;
const contextScale = scoreMax(contextGroups) / scoreByteMax;

/** Ranks the pages for these terms, each with its best passages. */
export function rankPages(index: SearchIndex, terms: readonly QueryTerm[], weighing: Weighing): RankedPage[] {
  if (terms.length === 0) return [];
  let pageCount = index.pageCount;
  try {
    pageCount = addScores(index, terms);
    const coverage = Array.from({ length: terms.length + 1 }, (_, count) => (count / terms.length) ** coverageExponent);
    const best: { page: number; score: number }[] = [];
    for (const page of index.scratch.pages.subarray(0, pageCount)) {
      const factor = weighing.factorOf(page);
      const score = factor > 0 ? factor * scorePage(index, page, coverage) : 0;
      if (score > 0) insertSorted(best, { page, score }, weighing.pagesMax);
    }
    return best.map(({ page, score }) => ({ page, score, passages: rankPassages(index, page, coverage) }));
  } finally {
    clearScores(index, pageCount);
  }
}

/** Accumulates the score of each term. Returns the number of pages found. */
function addScores(index: SearchIndex, terms: readonly QueryTerm[]): number {
  const { passageScores, passageTerms, pageScores, pageTerms, pages, isMet } = index.scratch;
  const { inPassages, inPages } = postingsOf(index);
  let pageCount = 0;
  let postings = 0;
  for (const [position, { alternatives, rarity }] of terms.entries()) {
    const bit = 1 << position;
    for (const { number } of alternatives)
      postings += (index.termPassages[number] ?? 0) + (index.termPages[number] ?? 0);
    if (postings > postingsMax) break;
    forEachBest(inPages, alternatives, (page, title, context) => {
      if (isMet[page] === 0) {
        isMet[page] = 1;
        pages[pageCount++] = page;
      }
      pageScores[page] = (pageScores[page] ?? 0) + rarity * (title * titleScale + context * contextScale);
      if (title > 0) pageTerms[page] = (pageTerms[page] ?? 0) | bit;
    });
    forEachBest(inPassages, alternatives, (passage, score) => {
      passageScores[passage] = (passageScores[passage] ?? 0) + rarity * score * passageScale;
      passageTerms[passage] = (passageTerms[passage] ?? 0) | bit;
    });
  }
  return pageCount;
}

function postingsOf(index: SearchIndex): { inPassages: EncodedPostings; inPages: EncodedPostings } {
  const { passagePostingOffset, passagePostings, passageCount, pagePostingOffset, pagePostings, pageCount } = index;
  return {
    inPassages: { offsets: passagePostingOffset, bytes: passagePostings, width: 1, documentCount: passageCount },
    inPages: { offsets: pagePostingOffset, bytes: pagePostings, width: 2, documentCount: pageCount },
  };
}

/** Scores a page by its best passages. Each includes the score of the title and the whole page. */
function scorePage(index: SearchIndex, page: number, coverage: readonly number[]): number {
  bestScores.fill(0);
  const first = index.pageFirstPassage[page] ?? 0;
  const end = index.pageFirstPassage[page + 1] ?? 0;
  for (let passage = first; passage < end; passage++) {
    let score = scorePassage(index, page, passage, coverage);
    for (let place = 0; score > (bestScores[passagesPerPageMax - 1] ?? 0); place++) {
      const other = bestScores[place] ?? 0;
      if (score <= other) continue;
      bestScores[place] = score;
      score = other;
    }
  }
  return bestScores.reduceRight((sum, score) => score + sum * nextPassageShare, 0);
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

/** A passage without a query term scores 0, except the first one, which represents the title. */
function scorePassage(index: SearchIndex, page: number, passage: number, coverage: readonly number[]): number {
  const { passageScores, passageTerms, pageScores, pageTerms } = index.scratch;
  const own = passageScores[passage] ?? 0;
  if (own === 0 && passage !== index.pageFirstPassage[page]) return 0;
  const terms = (passageTerms[passage] ?? 0) | (pageTerms[page] ?? 0);
  return (own + (pageScores[page] ?? 0)) * (coverage[countBits(terms)] ?? 0);
}

function clearScores(index: SearchIndex, pageCount: number): void {
  const { passageScores, passageTerms, pageScores, pageTerms, pages, isMet } = index.scratch;
  for (const page of pages.subarray(0, pageCount)) {
    pageScores[page] = 0;
    pageTerms[page] = 0;
    isMet[page] = 0;
    const start = index.pageFirstPassage[page] ?? 0;
    const end = index.pageFirstPassage[page + 1] ?? 0;
    passageScores.fill(0, start, end);
    passageTerms.fill(0, start, end);
  }
}

/** Inserts into a list sorted by score and truncates it. Equal scores keep their order. */
function insertSorted<Item extends { score: number }>(list: Item[], item: Item, max: number): void {
  if (list.length === max && (list.at(-1)?.score ?? 0) >= item.score) return;
  let place = list.length;
  while (place > 0 && (list[place - 1]?.score ?? 0) < item.score) place -= 1;
  list.splice(place, 0, item);
  if (list.length > max) list.pop();
}

interface EncodedPostings {
  offsets: Uint32Array;
  bytes: Uint8Array;
  /** The number of scores per document. */
  width: 1 | 2;
  documentCount: number;
}

type Visit = (document: number, score: number, secondScore: number) => void;

/** Calls `visit` once for each document that contains one of the terms, with the best of their scores. */
function forEachBest(postings: EncodedPostings, alternatives: readonly Alternative[], visit: Visit): void {
  const [only, ...others] = alternatives;
  if (only !== undefined && others.length === 0) {
    const { number, share } = only;
    forEachPosting(postings, number, (document, score, second) => visit(document, score * share, second * share));
    return;
  }
  const best = new Map<number, [score: number, second: number]>();
  for (const { number, share } of alternatives) {
    forEachPosting(postings, number, (document, score, second) => {
      const known = best.get(document);
      if (known === undefined) best.set(document, [score * share, second * share]);
      else {
        known[0] = Math.max(known[0], score * share);
        known[1] = Math.max(known[1], second * share);
      }
    });
  }
  for (const [document, [score, second]] of best) visit(document, score, second);
}

function forEachPosting({ offsets, bytes, width, documentCount }: EncodedPostings, term: number, visit: Visit): void {
  const end = offsets[term + 1] ?? 0;
  let document = 0;
  for (let position = offsets[term] ?? 0; position < end; ) {
    let byte = bytes[position++] ?? 0;
    let distance = byte & 127;
    for (let shift = 7; byte > 127 && shift < 32; shift += 7) {
      byte = bytes[position++] ?? 0;
      distance += (byte & 127) * 2 ** shift;
    }
    document += distance;
    if (document >= documentCount) throw new SearchIndexDamaged("a posting is out of range");
    visit(document, bytes[position] ?? 0, width === 2 ? (bytes[position + 1] ?? 0) : 0);
    position += width;
    document += 1;
  }
}
