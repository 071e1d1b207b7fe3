import { type IndexParts, offsetsOf } from "./index-format.ts";
import { pageFlags } from "./page-flags.ts";
import type { AnalysedPage } from "./page-to-index.ts";

export type PageParts = Pick<
  IndexParts,
  "pageBoost" | "pageFlags" | "pageFacets" | "pageRecordOffset" | "pageRecords" | "facets"
>;

/** What an index says of its pages beside their text. */
export function encodePages(pages: readonly AnalysedPage[]): PageParts {
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
