/** Pages that stand one behind the other in a segment, and do so in the new index as well. */
export interface PageRun {
  from: "kept" | "fresh";
  start: number;
  end: number;
}

/**
 * Which of the pages the kept index has as they are, by the identities of both: these keep their order, the others are
 * fresh. In the order of the new index.
 */
export function findRuns(identities: readonly string[], kept: readonly string[]): PageRun[] {
  const places = new Map(kept.map((identity, place) => [identity, place]));
  const runs: PageRun[] = [];
  let next = 0;
  let freshCount = 0;
  for (const identity of identities) {
    const place = places.get(identity) ?? -1;
    const isKept = place >= next;
    if (isKept) next = place + 1;
    const start = isKept ? place : freshCount;
    if (!isKept) freshCount += 1;
    const from = isKept ? "kept" : "fresh";
    const last = runs.at(-1);
    if (last?.from === from && last.end === start) last.end += 1;
    else runs.push({ from, start, end: start + 1 });
  }
  return runs;
}

/** How many pages of the runs are fresh. */
export function countFresh(runs: readonly PageRun[]): number {
  return runs.reduce((sum, { from, start, end }) => (from === "fresh" ? sum + end - start : sum), 0);
}
