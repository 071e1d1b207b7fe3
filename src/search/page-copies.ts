import type { FacetSet, SearchIndex } from "./open-index.ts";
import type { SearchFilter } from "./page-filter.ts";
import { branchKeys } from "./page-lift.ts";
import { facetSetsOf, readFacets, readPage } from "./read-page.ts";

/** How many times as many pages are ranked as are shown, where most of them may be copies of others. */
const copiesRanked = 5;

/** How many pages must be ranked so that enough of them are left without their copies. */
export function pagesToRank(index: SearchIndex, pagesMax: number): number {
  const isBranched = facetSetsOf(index).some((facets) => branchKeys.some((key) => facets[key] !== undefined));
  return isBranched ? pagesMax * copiesRanked : pagesMax;
}

/**
 * Of a page that stands in several versions or languages only the best one: the others would fill the list. Whoever names
 * the versions to look in gets the page in each of them.
 */
export function withoutCopies<Ranked extends { page: number }>(
  index: SearchIndex,
  ranked: readonly Ranked[],
  { pagesMax, filter = {} }: { pagesMax: number; filter?: SearchFilter | undefined },
): Ranked[] {
  const keys = branchKeys.filter((key) => !Object.hasOwn(filter, key));
  const kept: { facets: FacetSet; segments: readonly string[] }[] = [];
  const result: Ranked[] = [];
  for (const one of ranked) {
    const own = { facets: readFacets(index, one.page), segments: readPage(index, one.page).path.split("/").slice(1) };
    if (kept.some((other) => isCopy(own, other, keys))) continue;
    kept.push(own);
    result.push(one);
    if (result.length === pagesMax) break;
  }
  return result;
}

type Placed = Readonly<{ facets: FacetSet; segments: readonly string[] }>;

/**
 * Whether two pages of different branches differ in nothing else: `/ko/guides/start` and `/guides/start`. What names a
 * branch in an address need not be its name, so it is told by how little the addresses differ.
 */
function isCopy(one: Placed, other: Placed, keys: readonly string[]): boolean {
  const differing = branchKeys.filter((key) => one.facets[key] !== other.facets[key]);
  if (differing.length === 0 || !differing.every((key) => keys.includes(key))) return false;
  const [own, others] = [one.segments, other.segments];
  const shorter = Math.min(own.length, others.length);
  let end = 0;
  while (end < shorter && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  let start = 0;
  while (start < shorter - end && own[start] === others[start]) start += 1;
  return end > 0 && Math.max(own.length, others.length) - start - end <= differing.length;
}
