import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../contract/assistant-schemas.ts";
import { findPages, type Searcher, type SearchIndex } from "../search/querying.ts";
import { readSiteIndex } from "./read-site-index.ts";

/** The matching pages of a site, best first, each with its best passage. */
export function searchPages(
  index: SearchIndex,
  request: Static<typeof SearchRequest>,
  searcher?: Searcher,
): Static<typeof SearchResult>[] {
  return readSiteIndex(() => findPages(index, request, searcher));
}
