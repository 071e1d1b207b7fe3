import type { Frontmatter } from "../project/frontmatter.ts";
import type { Division, GroupEntry } from "./navigation-tree.ts";

/** Who may find a page, computed once. Search, sitemap, assistant and llms.txt all read this record. */
export interface Visibility {
  navigation: boolean;
  search: boolean;
  sitemap: boolean;
  engines: boolean;
  assistant: boolean;
  llms: boolean;
  /** When not empty, everything above that is true is true for members of these groups only. */
  groups: string[];
}

type Ancestor = Pick<Division | GroupEntry, "hidden" | "searchable">;

export interface VisibilityInput {
  frontmatter: Pick<Frontmatter, "hidden" | "noindex" | "searchable" | "groups">;
  /** From the root of the navigation to the page; undefined when no entry names the page. */
  ancestors: Ancestor[] | undefined;
  indexing: "navigable" | "all";
}

const everywhere = { search: true, sitemap: true, engines: true, assistant: true, llms: true };
const nowhere = { search: false, sitemap: false, engines: false, assistant: false, llms: false };

/** The table of section 6 of the format, from its strongest row to its weakest. */
export function visibilityOf({ frontmatter, ancestors, indexing }: VisibilityInput): Visibility {
  const { hidden, noindex, searchable, groups } = frontmatter;
  const parent = parentState(ancestors ?? []);
  const navigation = ancestors !== undefined && hidden !== true && !parent.hidden;
  if (groups.length > 0) return { ...nowhere, navigation, search: navigation, assistant: navigation, groups };
  if (noindex === true) return { ...nowhere, navigation, groups };
  const admitted = searchable === false ? { ...everywhere, search: false, assistant: false } : everywhere;
  if (indexing === "all") return { ...admitted, navigation, groups };
  if (hidden === true) return { ...nowhere, navigation: false, groups };
  if (ancestors === undefined) return { ...nowhere, navigation: false, engines: true, groups };
  // `hidden: false` on a page under a hidden parent lets search and sitemap have it again.
  if (parent.hidden && !parent.searchable && hidden !== false) return { ...nowhere, navigation: false, groups };
  if (parent.notSearched) return { ...admitted, search: false, assistant: false, navigation, groups };
  return { ...admitted, navigation, groups };
}

/** Walks down: a hidden parent hides everything below; `searchable: true` on it admits search, until the next hidden one. */
function parentState(ancestors: Ancestor[]): { hidden: boolean; searchable: boolean; notSearched: boolean } {
  const state = { hidden: false, searchable: true, notSearched: false };
  for (const ancestor of ancestors) {
    if (ancestor.hidden) {
      state.hidden = true;
      state.searchable = ancestor.searchable === true;
    }
    if (ancestor.searchable === false) state.notSearched = true;
  }
  return state;
}
