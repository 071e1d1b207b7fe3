import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { encodeSegment, type Segment } from "./encode-segment.ts";
import { averageLengths, haveSameAverages, lengthsPerPage, measurePages } from "./field-lengths.ts";
import { growingWords } from "./growing-numbers.ts";
import { encodeIndex, type IndexParts, offsetsOf } from "./index-format.ts";
import { type IndexKeeper, type KeptIndex, keepIndex, readKeptIndex } from "./kept-index.ts";
import { countFresh, findRuns, mergeSegments, type PageRun } from "./merge-segments.ts";
import { PageCollector } from "./page-collector.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import { pageFlags } from "./read-page.ts";

interface IndexOptions {
  signal?: AbortSignal | undefined;
  /** Wraps the reading of a batch of pages, so a caller that stores them in files opens each file once per batch. */
  readBatch?(read: () => void): void;
  /** Keeps the index between builds. Without it, every page is indexed from scratch. */
  keeper?: IndexKeeper;
}

/** With more new pages than this, the kept index is replaced. */
const freshPagesMax = 32;

/**
 * Builds the index of a site as one file. The same pages give the same bytes, regardless of their order and of any
 * index kept before.
 */
export async function buildIndex(
  pages: readonly AnalyzedPage[],
  { keeper, ...reading }: IndexOptions = {},
): Promise<Buffer> {
  const found = pages
    .filter(({ audiences }) => audiences.search || audiences.assistant)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const identities = keeper === undefined ? [] : found.map(identify);
  const kept = keeper && readKeptIndex(keeper);
  const changed = kept && (await composeWithKept(found, identities, kept, reading));
  const { segment, lengths, freshCount } = changed ?? (await composeSegment(found, reading));
  const index = encodeIndex({ ...encodePages(found), ...segment });
  const isFarFromKept = changed === undefined || freshCount > freshPagesMax;
  if (keeper !== undefined && isFarFromKept) keepIndex(keeper, { identities, lengths }, index);
  return index;
}

/** A digest of everything the passages and postings of a page depend on. */
function identify({ path, title, description, keywords, analysisKey }: AnalyzedPage): string {
  return hash("sha256", JSON.stringify([path, title, description ?? null, keywords, analysisKey]));
}

interface ComposedSegment {
  segment: Segment;
  /** Lengths of all pages. */
  lengths: Uint32Array;
  /** How many pages were indexed from scratch. */
  freshCount: number;
}

/** Pages indexed before yielding to the event loop, so a worker can send its heartbeat. */
const pagesAtOnce = 100;

/** Indexes the pages, which must be sorted by path. */
async function composeSegment(pages: readonly AnalyzedPage[], reading: IndexOptions): Promise<ComposedSegment> {
  const collector = await collectPages(pages, reading);
  const lengths = measurePages(collector);
  return { segment: encodeSegment(collector, averageLengths(lengths)), lengths, freshCount: pages.length };
}

/**
 * Does the same, but indexes only the pages that the kept index lacks. Returns undefined when less than half of the
 * pages can be reused, or when average field lengths changed, which makes the kept scores invalid.
 */
async function composeWithKept(
  pages: readonly AnalyzedPage[],
  identities: readonly string[],
  kept: KeptIndex,
  reading: IndexOptions,
): Promise<ComposedSegment | undefined> {
  const runs = findRuns(identities, kept.identities);
  const freshCount = countFresh(runs);
  if (freshCount > pages.length / 2) return undefined;
  const collector = await collectPages(freshPages(pages, runs), reading);
  const lengths = mergeLengths({ kept: kept.lengths, fresh: measurePages(collector) }, runs);
  const averages = averageLengths(lengths);
  if (!haveSameAverages(averages, averageLengths(kept.lengths))) return undefined;
  const segments = { kept: kept.parts, fresh: encodeSegment(collector, averages) };
  return { segment: mergeSegments(segments, runs), lengths, freshCount };
}

async function collectPages(
  pages: readonly AnalyzedPage[],
  { signal, readBatch = (read) => read() }: IndexOptions,
): Promise<PageCollector> {
  const collector = new PageCollector();
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    await setImmediate(undefined, { signal });
    readBatch(() => {
      for (const page of pages.slice(start, start + pagesAtOnce)) collector.add(page);
    });
  }
  return collector;
}

function freshPages(pages: readonly AnalyzedPage[], runs: readonly PageRun[]): AnalyzedPage[] {
  const fresh: AnalyzedPage[] = [];
  let place = 0;
  for (const { from, start, end } of runs) {
    if (from === "fresh") fresh.push(...pages.slice(place, place + end - start));
    place += end - start;
  }
  return fresh;
}

function mergeLengths(lengths: Record<PageRun["from"], Uint32Array>, runs: readonly PageRun[]): Uint32Array {
  const merged = growingWords();
  for (const { from, start, end } of runs) {
    merged.append(lengths[from].subarray(start * lengthsPerPage, end * lengthsPerPage));
  }
  return merged.view();
}

type PageParts = Pick<
  IndexParts,
  "pageBoost" | "pageFlags" | "pageFacets" | "pageRecordOffset" | "pageRecords" | "facets"
>;

/** Encodes everything about the pages except their text. */
function encodePages(pages: readonly AnalyzedPage[]): PageParts {
  const records = pages.map(({ path, title, description, breadcrumb }) =>
    Buffer.from(JSON.stringify([path, title, description ?? null, breadcrumb])),
  );
  const facetSets = new Map<string, number>();
  const pageFacets = pages.map(({ facets }) => {
    const text = JSON.stringify(Object.fromEntries(Object.entries(facets).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    const number = facetSets.get(text) ?? facetSets.size;
    facetSets.set(text, number);
    return number;
  });
  return {
    pageBoost: Float32Array.from(pages, ({ boost }) => boost),
    pageFlags: Buffer.from(pages.map(pageFlags)),
    pageFacets: Uint32Array.from(pageFacets),
    pageRecordOffset: offsetsOf(records),
    pageRecords: Buffer.concat(records),
    facets: Buffer.from(`[${[...facetSets.keys()].join(",")}]`),
  };
}
