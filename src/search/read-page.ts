import { type FacetSet, type SearchIndex, segmentOf } from "./open-index.ts";
import type { Audience, PageToIndex } from "./page-to-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** The data that the index stores about a page. */
export type IndexedPage = Pick<PageToIndex, "path" | "title" | "description" | "breadcrumb">;

export function readPage(index: SearchIndex, page: number): IndexedPage {
  const { head, body, places, firstPage } = segmentOf(index, page, "firstPage");
  const { start } = places.pageRecords;
  const place = page - firstPage;
  const [from = 0, to = 0] = head.pageRecordOffset.subarray(place, place + 2);
  const record = readList(body.read(start + from, start + to));
  const [path, title, description, breadcrumb] = record as [string, string, string | null, string[]];
  if (typeof path !== "string" || typeof title !== "string")
    throw new SearchIndexDamaged("a page record has an invalid structure");
  return { path, title, description: description ?? undefined, breadcrumb };
}

export function readFacets(index: SearchIndex, page: number): FacetSet {
  return index.facetSets[index.pageFacets[page] ?? -1] ?? {};
}

export function findPage(index: SearchIndex, path: string): number | undefined {
  const page = firstPageFrom(index, path);
  return page < index.pageCount && readPage(index, page).path === path ? page : undefined;
}

/**
 * The pages whose paths start with this prefix. They are adjacent, because pages are sorted by path. `end` isn't
 * included.
 */
export function pagesBelow(index: SearchIndex, prefix: string): { start: number; end: number } {
  return { start: firstPageFrom(index, prefix), end: firstPageFrom(index, prefix + afterAll) };
}

/** Greater than any character that can follow in a path. */
const afterAll = "\uffff";

/** The first page whose path is equal to this text or sorts after it. */
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
    // Invalid JSON is reported below, together with values that aren't lists.
  }
  throw new SearchIndexDamaged("a page record is damaged");
}

const audienceFlags: Readonly<Record<Audience, number>> = { search: 1, assistant: 2 };
const defaultFlag = 4;

export function pageFlags({ audiences, isDefault }: Pick<PageToIndex, "audiences" | "isDefault">): number {
  return (
    (audiences.search ? audienceFlags.search : 0) |
    (audiences.assistant ? audienceFlags.assistant : 0) |
    (isDefault ? defaultFlag : 0)
  );
}

export function isFor(flags: number, audience: Audience): boolean {
  return (flags & audienceFlags[audience]) !== 0;
}

export function isInDefaultBranch(flags: number): boolean {
  return (flags & defaultFlag) !== 0;
}
