import { hash } from "node:crypto";
import { composeSegment, composeWithKept, type TakeIn } from "./compose-segment.ts";
import { encodePages } from "./encode-pages.ts";
import { encodeIndex } from "./index-format.ts";
import { type IndexKeeper, keepIndex, readKeptIndex } from "./kept-index.ts";
import type { AnalysedPage } from "./page-to-index.ts";

export interface IndexOptions extends TakeIn {
  /** Where an index is kept between builds. Without it every page is taken in. */
  keeper?: IndexKeeper;
}

/** With so many pages that the kept index does not have, it is time to keep another one. */
const freshPagesMax = 32;

/**
 * The index of a site as one file. The same pages give the same bytes, in whatever order they come, and whatever index was
 * kept before.
 */
export async function buildIndex(
  pages: readonly AnalysedPage[],
  { keeper, ...taking }: IndexOptions = {},
): Promise<Buffer> {
  const found = pages
    .filter(({ audiences }) => audiences.search || audiences.assistant)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const identities = keeper === undefined ? [] : found.map(identify);
  const kept = keeper && readKeptIndex(keeper);
  const changed = kept && (await composeWithKept(found, identities, kept, taking));
  const { segment, lengths, freshCount } = changed ?? (await composeSegment(found, taking));
  const index = encodeIndex({ ...encodePages(found), ...segment });
  const isFarFromKept = changed === undefined || freshCount > freshPagesMax;
  if (keeper !== undefined && isFarFromKept) keepIndex(keeper, { identities, lengths }, index);
  return index;
}

/** A digest of everything that the passages and postings of a page come from. */
function identify({ path, title, description, keywords, analysisKey }: AnalysedPage): string {
  return hash("sha256", JSON.stringify([path, title, description ?? null, keywords, analysisKey]));
}
