/** The quality of a ranking, each value from 0 to 1. */
export interface Relevance {
  /** nDCG@10. */
  gain: number;
  /** recall@5. */
  recall: number;
  /** MRR@10. */
  firstHit: number;
}

const gainDepth = 10;
const recallDepth = 5;

/** Scores one question: `ranked` are the pages found, in order; `gold` are the pages that answer it. */
export function relevanceOf(ranked: readonly string[], gold: readonly string[]): Relevance {
  const ranks = ranked.flatMap((path, index) => (gold.includes(path) ? [index + 1] : []));
  const gains = (list: readonly number[]) => list.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  const ideal = Array.from({ length: Math.min(gold.length, gainDepth) }, (_, index) => index + 1);
  const [first = Number.POSITIVE_INFINITY] = ranks;
  return {
    gain: gains(ranks.filter((rank) => rank <= gainDepth)) / gains(ideal),
    recall: ranks.filter((rank) => rank <= recallDepth).length / Math.min(gold.length, recallDepth),
    firstHit: first <= gainDepth ? 1 / first : 0,
  };
}

export function meanRelevance(all: readonly Relevance[]): Relevance {
  const mean = (pick: (one: Relevance) => number) => all.reduce((sum, one) => sum + pick(one), 0) / all.length;
  return { gain: mean((one) => one.gain), recall: mean((one) => one.recall), firstHit: mean((one) => one.firstHit) };
}
