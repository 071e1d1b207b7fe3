import type { FacetSet, SearchIndex } from "./open-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** What the index says of a page. */
export interface IndexedPage {
  path: string;
  title: string;
  description: string | undefined;
  breadcrumb: readonly string[];
}

export function readPage({ pageRecords, pageRecordOffset }: SearchIndex, page: number): IndexedPage {
  const record = readList(pageRecords.subarray(pageRecordOffset[page], pageRecordOffset[page + 1]));
  const [path, title, description, breadcrumb] = record as [string, string, string | null, string[]];
  if (typeof path !== "string" || typeof title !== "string") throw new SearchIndexDamaged("a page has another shape");
  return { path, title, description: description ?? undefined, breadcrumb };
}

/** What a filter compares. */
export function readFacets(index: SearchIndex, page: number): FacetSet {
  return facetSetsOf(index)[index.pageFacets[page] ?? -1] ?? {};
}

export function facetSetsOf(index: SearchIndex): readonly FacetSet[] {
  index.facetSets ??= readList(index.facets).map(
    (set) => (typeof set === "object" && set !== null ? set : {}) as FacetSet,
  );
  return index.facetSets;
}

/** The page at this address. Pages stand in the order of their addresses. */
export function findPage(index: SearchIndex, path: string): number | undefined {
  const page = firstPageFrom(index, path);
  return page < index.pageCount && readPage(index, page).path === path ? page : undefined;
}

/** Pages stand in the order of their addresses, so those that begin alike stand together: from `start` up to `end`. */
export function pagesBelow(index: SearchIndex, prefix: string): { start: number; end: number } {
  return { start: firstPageFrom(index, prefix), end: firstPageFrom(index, prefix + afterAll) };
}

/** Greater than every character that can follow in an address. */
const afterAll = "\uffff";

/** The first page whose address does not stand before this text. */
function firstPageFrom(index: SearchIndex, path: string): number {
  let low = 0;
  let high = index.pageCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (readPage(index, middle).path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readList(bytes: Buffer): unknown[] {
  try {
    const list: unknown = JSON.parse(bytes.toString("utf8"));
    if (Array.isArray(list)) return list;
  } catch {
    // Told below, with what is no list.
  }
  throw new SearchIndexDamaged("the record of a page is not whole");
}
