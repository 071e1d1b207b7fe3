import type { ApiSource } from "../config/api.ts";
import type { IconSetting } from "../config/icon.ts";
import type { Place } from "../config/place.ts";
import type { LanguageSurroundings } from "../config/surroundings.ts";
import type { ThemedColor } from "../config/themed.ts";

/** One tree for every shape that docs.json allows. A division is a tab, a version, a language …; entries are the sidebar. */
export type DivisionKind = "language" | "version" | "product" | "dropdown" | "anchor" | "tab" | "item";

/** How the root page of a group lists the pages below it. */
export type DirectoryStyle = "none" | "accordion" | "card";

/** API descriptions that an element of the navigation names. */
export interface ApiUse extends ApiSource {
  /** Where docs.json names them; children inherit the whole of it. */
  place: Place;
}

/** What divisions and groups have in common. `openapi`, `asyncapi` and `directory` are inherited from above. */
interface NavigationElement {
  label: string;
  icon?: IconSetting;
  tag?: string;
  hidden: boolean;
  searchable?: boolean;
  boost?: number;
  openapi?: ApiUse;
  asyncapi?: ApiUse;
  directory: DirectoryStyle;
  place: Place;
}

export interface Division<Leaf = PageEntry> extends NavigationElement {
  kind: DivisionKind;
  description?: string;
  color?: ThemedColor;
  /** A link instead of content. */
  href?: string;
  /** The first of a list, unless another one says it. */
  isDefault: boolean;
  /** What a language has instead of the site's own. */
  surroundings?: LanguageSurroundings;
  divisions: Division<Leaf>[];
  entries: NavigationEntry<Leaf>[];
}

export interface PageEntry {
  kind: "page";
  slug: string;
}

export interface GroupEntry<Leaf = PageEntry> extends NavigationElement {
  kind: "group";
  /** The page that the title of the group opens. */
  root?: string;
  expanded: boolean;
  entries: NavigationEntry<Leaf>[];
}

export type NavigationEntry<Leaf = PageEntry> = Leaf | GroupEntry<Leaf>;

export interface NavigationTree<Leaf = PageEntry> {
  divisions: Division<Leaf>[];
  entries: NavigationEntry<Leaf>[];
  /** Links that stand on every page. */
  global: Division<Leaf>[];
  /** What the navigation as a whole names. */
  openapi?: ApiUse;
  asyncapi?: ApiUse;
}

/** A part of the tree that holds others: the tree itself or a division. */
export type NavigationPart<Leaf = PageEntry> = Pick<Division<Leaf>, "divisions" | "entries">;

/** A branch: what the sidebar of a page shows, and the divisions that lead there. */
export interface NavigationBranch {
  trail: Division[];
  entries: NavigationEntry[];
}

/** Every branch of the tree in file order. */
export function listBranches(tree: NavigationPart): NavigationBranch[] {
  const branches: NavigationBranch[] = [];
  function collect(part: NavigationPart, trail: Division[]): void {
    if (part.entries.length > 0) branches.push({ trail, entries: part.entries });
    for (const division of part.divisions) collect(division, [...trail, division]);
  }
  collect(tree, []);
  return branches;
}

/** The first page of a division, which a click on its name opens. `shown` are the pages that readers see in it. */
export function firstPage(part: NavigationPart, shown?: ReadonlySet<string>): string | undefined {
  const isShown = (slug: string | undefined) => slug !== undefined && (shown === undefined || shown.has(slug));
  for (const entry of part.entries) {
    if (entry.kind === "page") {
      if (isShown(entry.slug)) return entry.slug;
    } else if (!entry.hidden) {
      const slug = isShown(entry.root) ? entry.root : firstPage({ divisions: [], entries: entry.entries }, shown);
      if (slug !== undefined) return slug;
    }
  }
  for (const division of part.divisions) {
    const slug = division.hidden ? undefined : firstPage(division, shown);
    if (slug !== undefined) return slug;
  }
  return undefined;
}
