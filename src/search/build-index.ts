import { setImmediate } from "node:timers/promises";
import { encodePostings } from "./encode-postings.ts";
import type { Postings } from "./field-counts.ts";
import { encodeIndex, type IndexParts, offsetsOf } from "./index-format.ts";
import { pageFlags } from "./page-flags.ts";
import type { PageToIndex } from "./page-to-index.ts";
import { PassageWriter } from "./passage-writer.ts";
import { contextGroups, passageGroups, titleGroups } from "./ranking.ts";
import { scoreCounts } from "./score-counts.ts";
import { TermCounter } from "./term-counter.ts";

/** How many pages are read before others get their turn: a worker has signs of life to give meanwhile. */
const pagesAtOnce = 20;

/** The index of a site as one file. The same pages give the same bytes, in whatever order they come. */
export async function buildIndex(pages: readonly PageToIndex[], signal?: AbortSignal): Promise<Buffer> {
  const found = pages
    .filter(({ audiences }) => audiences.search || audiences.assistant)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const counter = new TermCounter();
  const writer = new PassageWriter();
  const firstPassages = [0];
  for (const [number, page] of found.entries()) {
    if (number % pagesAtOnce === 0) await setImmediate(undefined, { signal });
    for (const passage of counter.addPage(page)) writer.add(passage);
    firstPassages.push(writer.passageCount);
  }
  return encodeIndex({
    ...encodePages(found),
    pageFirstPassage: Uint32Array.from(firstPassages),
    ...writer.finish(),
    ...encodeTerms(counter),
  });
}

function encodePages(
  pages: readonly PageToIndex[],
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

function encodeTerms({ terms, passageCounts, pageCounts }: TermCounter) {
  const sorted = terms.sorted();
  const numbers = sorted.map(({ number }) => number);
  const inPassages = passageCounts.postings(sorted.length);
  const inPages = pageCounts.postings(sorted.length);
  const passagePostings = encodePostings(
    { ...inPassages, scores: [scoreCounts(passageCounts, inPassages, passageGroups)] },
    numbers,
  );
  const titleScores = scoreCounts(pageCounts, inPages, titleGroups);
  const contextScores = scoreCounts(pageCounts, inPages, contextGroups);
  const pagePostings = encodePostings({ ...inPages, scores: [titleScores, contextScores] }, numbers);
  return {
    termOffset: offsetsOf(sorted.map(({ bytes }) => bytes)),
    terms: Buffer.concat(sorted.map(({ bytes }) => bytes)),
    termPassages: Uint32Array.from(numbers, (number) => documentsWith(inPassages, number)),
    termPages: Uint32Array.from(numbers, (number) => documentsWith(inPages, number)),
    passagePostingOffset: passagePostings.offsets,
    passagePostings: passagePostings.bytes,
    pagePostingOffset: pagePostings.offsets,
    pagePostings: pagePostings.bytes,
  };
}

function documentsWith({ offsets }: Postings, term: number): number {
  return (offsets[term + 1] ?? 0) - (offsets[term] ?? 0);
}
