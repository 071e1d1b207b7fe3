import type { SearchIndex } from "./open-index.ts";
import type { RankedPage, RankedPassage, Weighing } from "./rank-pages.ts";
import { passagesPerPageMax } from "./ranking.ts";

/** How many pages of each ranking are considered. */
export const fusedPagesMax = 50;
/** A page that was found never has a score of 0. */
const scoreMin = 0.001;

/**
 * Combines the ranking by words with the ranking by meaning. The scores of each ranking are scaled between its best and
 * worst page.
 */
export function fuseRankings(
  index: SearchIndex,
  byWords: readonly RankedPage[],
  { pagesMax, factorOf, near, meaningShare }: Weighing & { near: Float32Array; meaningShare: number },
): RankedPage[] {
  const byMeaning = nearestPages(index, near, factorOf);
  const words = scaled(byWords);
  const meaning = scaled(byMeaning);
  const pages = new Map([...byMeaning, ...byWords].map((ranked) => [ranked.page, ranked]));
  return [...pages]
    .map(([page, ranked]) => ({
      ...ranked,
      score: scoreMin + (1 - meaningShare) * (words.get(page) ?? 0) + meaningShare * (meaning.get(page) ?? 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, pagesMax);
}

function nearestPages(index: SearchIndex, near: Float32Array, factorOf: Weighing["factorOf"]): RankedPage[] {
  const pages: RankedPage[] = [];
  for (let page = 0; page < index.pageCount; page++) {
    const factor = factorOf(page);
    const passages = factor > 0 ? nearestPassages(index, near, page) : [];
    const [best] = passages;
    if (best !== undefined && best.score > 0)
      pages.push({ page, score: best.score * factor, passages, isNamed: false });
  }
  return pages.sort((a, b) => b.score - a.score).slice(0, fusedPagesMax);
}

function nearestPassages({ pageFirstPassage }: SearchIndex, near: Float32Array, page: number): RankedPassage[] {
  const first = pageFirstPassage[page] ?? 0;
  return Array.from(near.subarray(first, pageFirstPassage[page + 1]), (score, place) => ({
    passage: first + place,
    score,
    terms: 0,
  }))
    .sort((a, b) => b.score - a.score)
    .slice(0, passagesPerPageMax);
}

function scaled(pages: readonly RankedPage[]): Map<number, number> {
  const values = pages.map(({ score }) => score);
  const [most, least] = [Math.max(...values), Math.min(...values)];
  return new Map(pages.map(({ page, score }) => [page, most === least ? 1 : (score - least) / (most - least)]));
}
