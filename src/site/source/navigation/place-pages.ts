import type { SourcePage } from "../read-page.ts";
import { type Counterpart, createCounterpartFinder } from "./counterparts.ts";
import {
  type Division,
  type GroupEntry,
  listBranches,
  type NavigationBranch,
  type NavigationEntry,
  type NavigationTree,
} from "./navigation-tree.ts";
import { createBranchGuess } from "./unlisted-branch.ts";
import { type Visibility, visibilityOf } from "./visibility.ts";

/** The position of a page in the site. */
export interface PagePlace {
  /** For a page that the navigation doesn't list, the branch of its folder; undefined if that isn't unique. */
  branch: NavigationBranch | undefined;
  /** The groups around the page, from the outermost to the innermost. */
  groups: GroupEntry[];
  /** The group whose title opens this page. */
  rootOf: GroupEntry | undefined;
  /** The corresponding pages in all other versions and languages. */
  counterparts: Counterpart[];
  /** The position of the page in the navigation; undefined if it isn't listed. */
  order: number | undefined;
  /**
   * Whether the page is in the sidebar of its division. The division may be hidden; its pages are then only reachable
   * by URL.
   */
  isInSidebar: boolean;
  previous: string | undefined;
  next: string | undefined;
  visibility: Visibility;
  boost: number;
}

interface FirstPlace {
  branch: NavigationBranch;
  groups: GroupEntry[];
  rootOf: GroupEntry | undefined;
}

/** The position of every page by slug. A page that is listed twice keeps its first position. */
export function placePages(
  tree: NavigationTree,
  pages: SourcePage[],
  indexing: "navigable" | "all",
): Map<string, PagePlace> {
  const first = findFirstPlaces(tree);
  const guessBranch = createBranchGuess(first);
  const order = new Map([...first.keys()].map((slug, index) => [slug, index]));
  const places = new Map<string, PagePlace>();
  for (const { slug, frontmatter } of pages) {
    const found = first.get(slug);
    const ancestors: (Division | GroupEntry)[] | undefined = found && [...found.branch.trail, ...found.groups];
    places.set(slug, {
      branch: found?.branch ?? guessBranch(slug),
      groups: found?.groups ?? [],
      rootOf: found?.rootOf,
      counterparts: [],
      order: order.get(slug),
      isInSidebar: found !== undefined && frontmatter.hidden !== true && !found.groups.some((group) => group.hidden),
      previous: undefined,
      next: undefined,
      visibility: visibilityOf({ frontmatter, ancestors, indexing }),
      boost: frontmatter.boost ?? ancestors?.findLast((ancestor) => ancestor.boost !== undefined)?.boost ?? 1,
    });
  }
  linkNeighbors(first, places);
  linkCounterparts(tree, places);
  return places;
}

function findFirstPlaces(tree: NavigationTree): Map<string, FirstPlace> {
  const first = new Map<string, FirstPlace>();
  for (const branch of listBranches(tree)) {
    const place = (slug: string, groups: GroupEntry[], rootOf?: GroupEntry) => {
      const found: FirstPlace = { branch, groups, rootOf };
      const before = first.get(slug);
      if (before !== undefined && (!isHidden(before) || isHidden(found))) return;
      // Neighbors follow the order of the map, so a page with a later position moves to the end.
      first.delete(slug);
      first.set(slug, found);
    };
    const visit = (entries: NavigationEntry[], groups: GroupEntry[]) => {
      for (const entry of entries) {
        if (entry.kind === "page") place(entry.slug, groups);
        else {
          if (entry.root !== undefined) place(entry.root, [...groups, entry], entry);
          visit(entry.entries, [...groups, entry]);
        }
      }
    };
    visit(branch.entries, []);
  }
  return first;
}

/** If a page is first listed in a hidden group and later in a visible group, it is shown in the visible group. */
function isHidden({ branch, groups }: FirstPlace): boolean {
  return [...branch.trail, ...groups].some((ancestor) => ancestor.hidden);
}

/** Links to the previous and next page follow the order of the sidebar and skip pages that aren't shown. */
function linkNeighbors(first: Map<string, FirstPlace>, places: Map<string, PagePlace>): void {
  const lastIn = new Map<NavigationBranch, string>();
  for (const [slug, { branch }] of first) {
    const place = places.get(slug);
    if (place === undefined || !place.isInSidebar) continue;
    const previous = lastIn.get(branch);
    if (previous !== undefined) {
      place.previous = previous;
      const before = places.get(previous);
      if (before !== undefined) before.next = slug;
    }
    lastIn.set(branch, slug);
  }
}

function linkCounterparts(tree: NavigationTree, places: Map<string, PagePlace>): void {
  const shown = new Set([...places].filter(([, place]) => place.visibility.navigation).map(([slug]) => slug));
  const find = createCounterpartFinder(tree, shown);
  for (const [slug, place] of places) {
    if (place.branch !== undefined) place.counterparts = find(slug, place.branch.trail);
  }
}
