/** One tree for every shape that docs.json allows. A division is a tab, a version, a language …; entries are the sidebar. */
export type DivisionKind = "language" | "version" | "product" | "dropdown" | "anchor" | "tab" | "item";

export interface Division {
  kind: DivisionKind;
  label: string;
  description?: string;
  tag?: string;
  /** A link instead of content. */
  href?: string;
  isDefault: boolean;
  hidden: boolean;
  searchable?: boolean;
  divisions: Division[];
  entries: NavigationEntry[];
}

interface PageEntry {
  kind: "page";
  slug: string;
}

export interface GroupEntry {
  kind: "group";
  label: string;
  tag?: string;
  /** The page that the title of the group opens. */
  root?: string;
  expanded: boolean;
  hidden: boolean;
  searchable?: boolean;
  boost?: number;
  entries: NavigationEntry[];
}

export type NavigationEntry = PageEntry | GroupEntry;

export interface NavigationTree {
  divisions: Division[];
  entries: NavigationEntry[];
  /** Links that stand on every page. */
  global: Division[];
}

/** A branch: what the sidebar of a page shows, and the divisions that lead there. */
export interface NavigationBranch {
  trail: Division[];
  entries: NavigationEntry[];
}

/** Every branch of the tree in file order. */
export function listBranches(tree: NavigationTree): NavigationBranch[] {
  const branches: NavigationBranch[] = [];
  function collect(part: { divisions: Division[]; entries: NavigationEntry[] }, trail: Division[]): void {
    if (part.entries.length > 0) branches.push({ trail, entries: part.entries });
    for (const division of part.divisions) collect(division, [...trail, division]);
  }
  collect(tree, []);
  return branches;
}

/** The first page of a division, which a click on its name opens. */
export function firstPage(part: { divisions: Division[]; entries: NavigationEntry[] }): string | undefined {
  for (const entry of part.entries) {
    if (entry.kind === "page") return entry.slug;
    if (entry.hidden) continue;
    const slug = entry.root ?? firstPage({ divisions: [], entries: entry.entries });
    if (slug !== undefined) return slug;
  }
  for (const division of part.divisions) {
    const slug = division.hidden ? undefined : firstPage(division);
    if (slug !== undefined) return slug;
  }
  return undefined;
}
