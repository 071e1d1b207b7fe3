import type { SearchIndex } from "./open-index.ts";
import type { Audience } from "./page-to-index.ts";
import { isFor, pagesBelow } from "./read-page.ts";

/**
 * Each key is compared with the page's facet of that name. The key `path` is compared with the start of the page's
 * path.
 */
export type SearchFilter = Readonly<Record<string, FilterValue | readonly FilterValue[]>>;
type FilterValue = string | number | boolean;

const pathKey = "path";

/**
 * Finds the pages that the audience may see and that match the filter. A page without a facet matches any value of it.
 */
export function pageFilter(
  index: SearchIndex,
  audience: Audience,
  filter: SearchFilter = {},
): (page: number) => boolean {
  const { pageFlags, pageFacets } = index;
  const facetRules = Object.entries(filter).filter(([key]) => key !== pathKey);
  const allowedSets = facetRules.length === 0 ? undefined : index.facetSets.map((set) => matches(set, facetRules));
  const ranges = Object.hasOwn(filter, pathKey)
    ? valuesOf(filter[pathKey]).map((prefix) => pagesBelow(index, prefix.startsWith("/") ? prefix : `/${prefix}`))
    : undefined;
  return (page) =>
    isFor(pageFlags[page] ?? 0, audience) &&
    (allowedSets === undefined || allowedSets[pageFacets[page] ?? -1] === true) &&
    (ranges === undefined || ranges.some(({ start, end }) => page >= start && page < end));
}

function matches(facets: Readonly<Record<string, string>>, rules: readonly [string, SearchFilter[string]][]): boolean {
  return rules.every(([key, wanted]) => {
    if (!Object.hasOwn(facets, key)) return true;
    const own = String(facets[key]).toLowerCase();
    return valuesOf(wanted).some((value) => value.toLowerCase() === own);
  });
}

function valuesOf(wanted: SearchFilter[string] | undefined): string[] {
  return (Array.isArray(wanted) ? wanted : [wanted]).map(String);
}
