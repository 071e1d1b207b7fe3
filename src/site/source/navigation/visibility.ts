import type { Frontmatter } from "../frontmatter.ts";
import type { Division, GroupEntry } from "./navigation-tree.ts";

/** Who can find a page. Search, sitemap, assistant and llms.txt all use this record. */
export interface Visibility {
  navigation: boolean;
  search: boolean;
  sitemap: boolean;
  engines: boolean;
  assistant: boolean;
  llms: boolean;
  /** If not empty, everything above applies only to members of these groups. */
  groups: string[];
}

type Ancestor = Pick<Division | GroupEntry, "hidden" | "searchable">;

export interface VisibilityInput {
  frontmatter: Pick<Frontmatter, "hidden" | "noindex" | "searchable" | "groups">;
  /** The elements from the root of the navigation to the page; undefined if the page isn't listed. */
  ancestors: Ancestor[] | undefined;
  indexing: "navigable" | "all";
}

const everywhere = { search: true, sitemap: true, engines: true, assistant: true, llms: true };
const nowhere = { search: false, sitemap: false, engines: false, assistant: false, llms: false };

/** Implements the table in section 6 of the format. */
export function visibilityOf(input: VisibilityInput): Visibility {
  const { frontmatter, ancestors } = input;
  const parents = stateOf(ancestors ?? []);
  const navigation = ancestors !== undefined && frontmatter.hidden !== true && !parents.hidden;
  const found = foundBy(input, parents);
  // A page excluded from search is still listed for search engines and in llms.txt.
  const isSearched = frontmatter.searchable !== false && parents.searched;
  const searched = isSearched ? found : { ...found, search: false, assistant: false };
  const { groups } = frontmatter;
  // Sitemap and llms.txt are public, so they never list a restricted page.
  const open = groups.length === 0 ? searched : { ...searched, sitemap: false, engines: false, llms: false };
  return { navigation, ...open, groups };
}

/** Where the page can be found, before `searchable` and groups restrict it. The strongest rule comes first. */
function foundBy({ frontmatter, ancestors, indexing }: VisibilityInput, parents: ParentState): typeof everywhere {
  const { hidden, noindex } = frontmatter;
  if (noindex === true) return nowhere;
  if (indexing === "all") return everywhere;
  if (hidden === true) return nowhere;
  if (ancestors === undefined) return { ...nowhere, engines: true };
  // `hidden: false` on a page under a hidden parent adds it to search and sitemap again.
  return parents.hidden && !parents.admitted && hidden !== false ? nowhere : everywhere;
}

interface ParentState {
  hidden: boolean;
  /** True if the nearest hidden parent has `searchable: true`. */
  admitted: boolean;
  /** True if no parent has `searchable: false`. */
  searched: boolean;
}

/**
 * Walks from the root to the page. A hidden parent hides everything below it. With `searchable: true`, search still
 * finds these pages, up to the next hidden parent.
 */
function stateOf(ancestors: Ancestor[]): ParentState {
  const state: ParentState = { hidden: false, admitted: false, searched: true };
  for (const ancestor of ancestors) {
    if (ancestor.hidden) {
      state.hidden = true;
      state.admitted = ancestor.searchable === true;
    }
    if (ancestor.searchable === false) state.searched = false;
  }
  return state;
}
