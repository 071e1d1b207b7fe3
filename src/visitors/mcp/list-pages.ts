import type { SearchIndex } from "../../search/open-index.ts";
import { type IndexedPage, isFor, pagesBelow, readPage } from "../../search/read-page.ts";

export interface PageList {
  pages: IndexedPage[];
  /** Of all that begin with the prefix. */
  total: number;
}

/** Pages that the assistant may know, in the order of their paths. */
export function listPages(
  index: SearchIndex | undefined,
  { prefix, offset, max }: { prefix: string; offset: number; max: number },
): PageList {
  if (index === undefined) return { pages: [], total: 0 };
  const { start, end } = pagesBelow(index, prefix.startsWith("/") ? prefix : `/${prefix}`);
  const numbers: number[] = [];
  for (let page = start; page < end; page += 1) {
    if (isFor(index.pageFlags[page] ?? 0, "assistant")) numbers.push(page);
  }
  return { pages: numbers.slice(offset, offset + max).map((page) => readPage(index, page)), total: numbers.length };
}
