import { setImmediate } from "node:timers/promises";
import { encodePostings } from "./encode-postings.ts";
import { encodeIndex, type IndexParts, offsetsOf } from "./index-format.ts";
import { IndexMerger } from "./index-merger.ts";
import { pageFlags } from "./page-flags.ts";
import type { AnalysedPage } from "./page-to-index.ts";
import { contextGroups, passageGroups, titleGroups } from "./ranking.ts";
import { scoreCounts } from "./score-counts.ts";
import { sortTerms } from "./sort-terms.ts";

/** How many pages are taken in before others get their turn: a worker has signs of life to give meanwhile. */
const pagesAtOnce = 100;

/**
 * The index of a site as one file. The same pages give the same bytes, in whatever order they come. Pages are taken in
 * inside of `readTogether`, many at a time: whoever reads them from files need not open these for each one.
 */
export async function buildIndex(
  pages: readonly AnalysedPage[],
  signal?: AbortSignal,
  readTogether: (read: () => void) => void = (read) => read(),
): Promise<Buffer> {
  const found = pages
    .filter(({ audiences }) => audiences.search || audiences.assistant)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const merger = new IndexMerger();
  for (let start = 0; start < found.length; start += pagesAtOnce) {
    await setImmediate(undefined, { signal });
    readTogether(() => {
      for (const page of found.slice(start, start + pagesAtOnce)) merger.add(page);
    });
  }
  return encodeIndex({ ...encodePages(found), ...merger.passages.finish(), ...encodeTerms(merger) });
}

function encodePages(
  pages: readonly AnalysedPage[],
): Pick<IndexParts, "pageBoost" | "pageFlags" | "pageFacets" | "pageRecordOffset" | "pageRecords" | "facets"> {
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

function encodeTerms({ terms, passageCounts, pageCounts }: IndexMerger) {
  const { numbers, ...sorted } = sortTerms(terms.list());
  const passageScores = [scoreCounts(passageCounts, passageGroups)];
  const pageScores = [scoreCounts(pageCounts, titleGroups), scoreCounts(pageCounts, contextGroups)];
  const inPassages = encodePostings(passageCounts.documents(), passageScores, numbers);
  const inPages = encodePostings(pageCounts.documents(), pageScores, numbers);
  return {
    ...sorted,
    termPassages: inPassages.found,
    termPages: inPages.found,
    passagePostingOffset: inPassages.offsets,
    passagePostings: inPassages.bytes,
    pagePostingOffset: inPages.offsets,
    pagePostings: inPages.bytes,
  };
}
