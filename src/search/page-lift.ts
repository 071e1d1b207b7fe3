import type { FacetSet, SearchIndex } from "./open-index.ts";
import { isInDefaultBranch } from "./page-flags.ts";
import { currentPageLift, leftBranchShare, neighbourLift, otherBranchShare } from "./ranking.ts";
import { findPage, pagesBelow, readFacets } from "./read-page.ts";

/** The facets that part a site into branches: mostly the same pages again. */
export const branchKeys: readonly string[] = ["version", "language"];

/**
 * What the score of each page is multiplied with: the author's boost, a little for the page that the reader has open and
 * those beside it, and less for pages of a version or language that is not the reader's.
 */
export function pageLift(index: SearchIndex, currentPath: string | undefined): (page: number) => number {
  const { pageBoost, pageFlags, pageFacets } = index;
  const path = currentPath === undefined ? undefined : cleanPath(currentPath);
  const current = path === undefined ? undefined : findPage(index, path);
  const here = path === undefined ? undefined : branchAt(index, path, current);
  const folder = path === undefined ? "" : path.slice(0, path.lastIndexOf("/") + 1);
  const neighbours = folder.length > 1 ? pagesBelow(index, folder) : { start: 0, end: 0 };
  const elsewhereShare = here === undefined ? otherBranchShare : leftBranchShare;
  const otherSets = new Map<number, boolean>();
  const isElsewhere = (page: number): boolean => {
    if (here === undefined) return !isInDefaultBranch(pageFlags[page] ?? 0);
    const set = pageFacets[page] ?? 0;
    const known = otherSets.get(set) ?? isOtherBranch(here, readFacets(index, page));
    otherSets.set(set, known);
    return known;
  };
  return (page) => {
    const boost = (pageBoost[page] ?? 1) * (isElsewhere(page) ? elsewhereShare : 1);
    if (page === current) return boost * currentPageLift;
    return page >= neighbours.start && page < neighbours.end ? boost * neighbourLift : boost;
  };
}

/**
 * What the reader reads in: that of the page or, where the index has none there, of those below it. Undefined where that
 * says nothing, as on a page that all versions share.
 */
function branchAt(index: SearchIndex, path: string, current: number | undefined): FacetSet | undefined {
  const below = path === "/" ? { start: 0, end: 0 } : pagesBelow(index, `${path}/`);
  const near = current ?? (below.end > below.start ? below.start : undefined);
  const facets = near === undefined ? {} : readFacets(index, near);
  return branchKeys.some((key) => facets[key] !== undefined) ? facets : undefined;
}

function isOtherBranch(here: FacetSet, there: FacetSet): boolean {
  return branchKeys.some((key) => {
    const [own, other] = [here[key], there[key]];
    return own !== undefined && other !== undefined && own !== other;
  });
}

/** As readers and clients write an address: with a query, an anchor or a slash at its end, or without one at its start. */
export function cleanPath(path: string): string {
  const [bare = ""] = path.split(/[?#]/, 1);
  const clean = `/${bare.replaceAll(/^\/+|\/+$/g, "")}`;
  return clean === "/index" ? "/" : clean.replace(/\/index$/, "");
}
