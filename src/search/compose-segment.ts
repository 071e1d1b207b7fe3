import { setImmediate } from "node:timers/promises";
import { encodeSegment, type Segment } from "./encode-segment.ts";
import { averageLengths, haveSameAverages, lengthsPerPage, measurePages } from "./field-lengths.ts";
import { IndexMerger } from "./index-merger.ts";
import type { KeptIndex } from "./kept-index.ts";
import { mergeSegments } from "./merge-segments.ts";
import { countFresh, findRuns, type PageRun } from "./page-runs.ts";
import type { AnalysedPage } from "./page-to-index.ts";

export interface TakeIn {
  signal?: AbortSignal | undefined;
  /** Pages are read inside of it, many at a time: whoever has them in files need not open these for each one. */
  readTogether?(read: () => void): void;
}

export interface ComposedSegment {
  segment: Segment;
  /** Of all its pages. */
  lengths: Uint32Array;
  /** How many of these had to be taken in. */
  freshCount: number;
}

/** How many pages are taken in before others get their turn: a worker has signs of life to give meanwhile. */
const pagesAtOnce = 100;

/** The pages must be in their order. */
export async function composeSegment(pages: readonly AnalysedPage[], taking: TakeIn): Promise<ComposedSegment> {
  const merger = await takeIn(pages, taking);
  const lengths = measurePages(merger);
  return { segment: encodeSegment(merger, averageLengths(lengths)), lengths, freshCount: pages.length };
}

/**
 * The same from what is kept, with only those pages taken in that it does not have. Undefined when little is the same, or
 * when the scores of the kept pages are not right any more, because fields have another average length by now.
 */
export async function composeWithKept(
  pages: readonly AnalysedPage[],
  identities: readonly string[],
  kept: KeptIndex,
  taking: TakeIn,
): Promise<ComposedSegment | undefined> {
  const runs = findRuns(identities, kept.identities);
  const freshCount = countFresh(runs);
  if (freshCount > pages.length / 2) return undefined;
  const merger = await takeIn(freshPages(pages, runs), taking);
  const lengths = mergeLengths({ kept: kept.lengths, fresh: measurePages(merger) }, runs);
  const averages = averageLengths(lengths);
  if (!haveSameAverages(averages, averageLengths(kept.lengths))) return undefined;
  const segments = { kept: kept.parts, fresh: encodeSegment(merger, averages) };
  return { segment: mergeSegments(segments, runs), lengths, freshCount };
}

async function takeIn(
  pages: readonly AnalysedPage[],
  { signal, readTogether = (read) => read() }: TakeIn,
): Promise<IndexMerger> {
  const merger = new IndexMerger();
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    await setImmediate(undefined, { signal });
    readTogether(() => {
      for (const page of pages.slice(start, start + pagesAtOnce)) merger.add(page);
    });
  }
  return merger;
}

function freshPages(pages: readonly AnalysedPage[], runs: readonly PageRun[]): AnalysedPage[] {
  const fresh: AnalysedPage[] = [];
  let place = 0;
  for (const { from, start, end } of runs) {
    if (from === "fresh") fresh.push(...pages.slice(place, place + end - start));
    place += end - start;
  }
  return fresh;
}

function mergeLengths(lengths: Record<PageRun["from"], Uint32Array>, runs: readonly PageRun[]): Uint32Array {
  const parts = runs.map(({ from, start, end }) => {
    return lengths[from].subarray(start * lengthsPerPage, end * lengthsPerPage);
  });
  const merged = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    merged.set(part, at);
    at += part.length;
  }
  return merged;
}
