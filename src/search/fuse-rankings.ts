import type { SearchIndex } from "./open-index.ts";
import type { RankedPage, RankedPassage } from "./rank-pages.ts";
import { passagesPerPageMax } from "./ranking.ts";

export interface Fusing {
  pagesMax: number;
  /** What the score of a page is multiplied with; 0 leaves it out. */
  factorOf(page: number): number;
}

/** The shares that did best with BM25F and a small model (`.6 BM25F + .4 dense` in bench/relevance); not tuned for this ranking. */
const wordShare = 0.6;
const meaningShare = 0.4;
/** How many pages of each ranking are looked at. */
export const fusedPagesMax = 50;

/** Pages by their words and by their meaning, each scaled from the best to the worst of those that are looked at. */
export function fuseRankings(
  index: SearchIndex,
  byWords: readonly RankedPage[],
  near: Float32Array,
  { pagesMax, factorOf }: Fusing,
): RankedPage[] {
  const byMeaning = nearestPages(index, near, factorOf);
  const words = scaled(byWords.map(({ page, score }) => [page, score]));
  const meaning = scaled(byMeaning.map(({ page, score }) => [page, score]));
  const passages = new Map([...byMeaning, ...byWords].map((ranked) => [ranked.page, ranked.passages]));
  return [...passages]
    .map(([page, own]) => ({
      page,
      score: wordShare * (words.get(page) ?? 0) + meaningShare * (meaning.get(page) ?? 0),
      passages: own,
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, pagesMax);
}

function nearestPages(index: SearchIndex, near: Float32Array, factorOf: Fusing["factorOf"]): RankedPage[] {
  const pages: RankedPage[] = [];
  for (let page = 0; page < index.pageCount; page++) {
    const factor = factorOf(page);
    const passages = factor > 0 ? nearestPassages(index, near, page) : [];
    const [best] = passages;
    if (best !== undefined && best.score > 0) pages.push({ page, score: best.score * factor, passages });
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

/** From 1 for the best to 0 for the worst. */
function scaled(scores: readonly (readonly [page: number, score: number])[]): Map<number, number> {
  const values = scores.map(([, score]) => score);
  const [most, least] = [Math.max(...values), Math.min(...values)];
  return new Map(scores.map(([page, score]) => [page, most === least ? 1 : (score - least) / (most - least)]));
}
