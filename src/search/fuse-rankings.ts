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

/** Only the passages of the best pages are ranked, because a site has thousands of others. */
function nearestPages(index: SearchIndex, near: Float32Array, factorOf: Weighing["factorOf"]): RankedPage[] {
  const { pageFirstPassage } = index;
  const best: { page: number; score: number }[] = [];
  for (let page = 0; page < index.pageCount; page++) {
    const factor = factorOf(page);
    if (factor <= 0) continue;
    let nearest = 0;
    const end = pageFirstPassage[page + 1] ?? 0;
    for (let at = pageFirstPassage[page] ?? 0; at < end; at++) nearest = Math.max(nearest, near[at] ?? 0);
    if (nearest > 0) best.push({ page, score: nearest * factor });
  }
  const pages = best.sort((a, b) => b.score - a.score).slice(0, fusedPagesMax);
  return pages.map((one) => ({ ...one, passages: nearestPassages(index, near, one.page), isNamed: false }));
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
