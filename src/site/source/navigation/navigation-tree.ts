import type { PageAccess } from "../../shared/reader-groups.ts";
import type { ApiSource } from "../config/api.ts";
import type { Place } from "../config/config-report.ts";
import type { IconSetting } from "../config/icon.ts";
import type { NavbarAndFooter } from "../config/navbar-and-footer.ts";
import type { ThemedColor } from "../config/themed.ts";

/**
 * The common form of every kind of navigation in docs.json. A division is a tab, a version, a language and so on; the
 * entries make up the sidebar.
 */
export type DivisionKind = "language" | "version" | "product" | "dropdown" | "anchor" | "tab" | "item";

/** How the root page of a group lists the pages below it. */
export type DirectoryStyle = "none" | "accordion" | "card";

/** API descriptions named by an element of the navigation. */
export interface ApiUse extends ApiSource {
  /** Where docs.json names the descriptions. Children inherit this place too. */
  place: Place;
}

/** The restrictions of an element of the navigation, together with those around it. */
export type ElementAccess = PageAccess;

/** The settings that divisions and groups have in common. `openapi`, `asyncapi` and `directory` are inherited. */
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
  /** Undefined if nothing restricts the pages inside. */
  access?: ElementAccess;
  place: Place;
}

export interface Division<Leaf = PageEntry> extends NavigationElement {
  kind: DivisionKind;
  description?: string;
  color?: ThemedColor;
  /** The target, if the division is a link and has no content. */
  href?: string;
  /** The schema that a tab shows. Not inherited. */
  graphql?: ApiUse;
  /** True for the division that docs.json marks as default, or for the first division of a list. */
  isDefault: boolean;
  /** Settings of a language that replace the settings of the site. */
  surroundings?: NavbarAndFooter;
  divisions: Division<Leaf>[];
  entries: NavigationEntry<Leaf>[];
}

interface PageEntry {
  kind: "page";
  slug: string;
}

export interface GroupEntry<Leaf = PageEntry> extends NavigationElement {
  kind: "group";
  /** The page opened by the title of the group. */
  root?: string;
  expanded: boolean;
  entries: NavigationEntry<Leaf>[];
}

export type NavigationEntry<Leaf = PageEntry> = Leaf | GroupEntry<Leaf>;

export interface NavigationTree<Leaf = PageEntry> {
  divisions: Division<Leaf>[];
  entries: NavigationEntry<Leaf>[];
  /** Links shown on every page. */
  global: Division<Leaf>[];
  /** The descriptions named at the top level of the navigation. */
  openapi?: ApiUse;
  asyncapi?: ApiUse;
  access?: ElementAccess;
}

/** The tree itself or a division. */
export type NavigationPart<Leaf = PageEntry> = Pick<Division<Leaf>, "divisions" | "entries">;

/** The content of a sidebar, and the divisions that lead to it. */
export interface NavigationBranch {
  trail: Division[];
  entries: NavigationEntry[];
}

/** All branches of the tree in file order. */
export function listBranches(tree: NavigationPart): NavigationBranch[] {
  const branches: NavigationBranch[] = [];
  function collect(part: NavigationPart, trail: Division[]): void {
    if (part.entries.length > 0) branches.push({ trail, entries: part.entries });
    for (const division of part.divisions) collect(division, [...trail, division]);
  }
  collect(tree, []);
  return branches;
}

/** The first page of a division, opened by a click on its name. `shown` are the pages visible to visitors. */
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

/** The branch that a new visitor sees first: the default version in the default language. */
export function homeBranch(tree: NavigationTree): NavigationBranch | undefined {
  const seen = listBranches(tree).filter(({ trail }) => trail.every((division) => !division.hidden));
  return seen.find(({ trail }) => trail.every(({ kind, isDefault }) => isDefault || !isChoice({ kind }))) ?? seen[0];
}

/** Whether visitors choose between divisions of this kind. */
export function isChoice({ kind }: Pick<Division, "kind">): boolean {
  return kind === "version" || kind === "language";
}
