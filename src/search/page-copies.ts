import type { FacetSet, SearchIndex } from "./open-index.ts";
import type { SearchFilter } from "./page-filter.ts";
import { branchKeys } from "./page-lift.ts";
import { readFacets, readPage } from "./read-page.ts";

/** If many pages may be copies of each other, this many times more pages are ranked. */
const copiesRanked = 5;

/** How many pages to rank so that enough remain after copies are removed. */
export function pagesToRank(index: SearchIndex, pagesMax: number): number {
  const isBranched = index.facetSets.some((facets) => branchKeys.some((key) => facets[key] !== undefined));
  return isBranched ? pagesMax * copiesRanked : pagesMax;
}

/**
 * Keeps only the best copy of a page that exists in several versions or languages. A query that filters by version or
 * language keeps all copies.
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
    const own = {
      facets: readFacets(index, one.page),
      segments: readPage(index, one.page).path.split("/").filter(Boolean),
    };
    if (kept.some((other) => isCopy(own, other, keys))) continue;
    kept.push(own);
    result.push(one);
    if (result.length === pagesMax) break;
  }
  return result;
}

type Placed = Readonly<{ facets: FacetSet; segments: readonly string[] }>;

/**
 * Whether two pages of different branches are otherwise the same: `/ko/guides/start` and `/guides/start`. The path
 * segment of a branch may differ from its name, so this checks how little the paths differ.
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
  // The path of a branch's home page consists only of the branch's segment.
  return (end > 0 || shorter === 0) && Math.max(own.length, others.length) - start - end <= differing.length;
}
