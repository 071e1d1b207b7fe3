import type { FacetSet, SearchIndex } from "./open-index.ts";
import type { SearchFilter } from "./page-filter.ts";
import type { Audience } from "./page-to-index.ts";
import { boostExponent, currentPageLift, leftBranchShare, neighborLift, otherBranchShare } from "./ranking.ts";
import { findPage, isInDefaultBranch, pagesBelow, readFacets } from "./read-page.ts";

/** Facets that split a site into branches with mostly the same pages. */
export const branchKeys: readonly string[] = ["version", "language"];

interface LiftRequest {
  audience: Audience;
  currentPath?: string | undefined;
  filter?: SearchFilter | undefined;
}

interface PageLift {
  liftOf(page: number): number;
  /** Whether the author wants the page to rank lower. */
  isLowered(page: number): boolean;
  /** Whether the page is in the version and language that the visitor reads or filters by. */
  isHome(page: number): boolean;
}

/**
 * The factor for the score of each page: the author's boost, a lift for the page the visitor has open and its
 * neighbors, and a reduction for pages in other versions or languages. Searches of the assistant ignore boosts: authors
 * promote pages for people who browse, but an answer must be about the question's subject.
 */
export function pageLift(index: SearchIndex, { audience, currentPath, filter = {} }: LiftRequest): PageLift {
  const { pageFlags, pageFacets } = index;
  const boostOf = (page: number) => (audience === "assistant" ? 1 : (index.pageBoost[page] ?? 1));
  const factorOf = (boost: number) => (boost === 1 ? 1 : boost ** boostExponent);
  const path = currentPath === undefined ? undefined : cleanPath(currentPath);
  const current = path === undefined ? undefined : findPage(index, path);
  const here = path === undefined ? undefined : branchAt(index, path, current);
  const folder = path === undefined ? "" : path.slice(0, path.lastIndexOf("/") + 1);
  const neighbors = folder.length > 1 ? pagesBelow(index, folder) : { start: 0, end: 0 };
  const elsewhereShare = here === undefined ? otherBranchShare : leftBranchShare;
  const otherSets = new Map<number, boolean>();
  const isElsewhere = (page: number): boolean => {
    if (here === undefined) return !isInDefaultBranch(pageFlags[page] ?? 0);
    const set = pageFacets[page] ?? 0;
    const known = otherSets.get(set) ?? isOtherBranch(here, readFacets(index, page));
    otherSets.set(set, known);
    return known;
  };
  const isBranchAsked = branchKeys.some((key) => Object.hasOwn(filter, key));
  return {
    liftOf(page) {
      const lift = factorOf(boostOf(page)) * (isElsewhere(page) ? elsewhereShare : 1);
      if (page === current) return lift * currentPageLift;
      return page >= neighbors.start && page < neighbors.end ? lift * neighborLift : lift;
    },
    isLowered: (page) => boostOf(page) < 1,
    isHome: (page) => isBranchAsked || !isElsewhere(page),
  };
}

/**
 * The branch of the open page or, if it isn't indexed, of the pages below it. Undefined if the page belongs to no
 * branch, such as a page shared by all versions.
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

/** Normalizes a path that may have a query, an anchor, a trailing slash or no leading slash. */
export function cleanPath(path: string): string {
  const [bare = ""] = path.split(/[?#]/, 1);
  const clean = `/${bare.replaceAll(/^\/+|(?<!\/)\/+$/g, "")}`;
  return clean === "/index" ? "/" : clean.replace(/\/index$/, "");
}
