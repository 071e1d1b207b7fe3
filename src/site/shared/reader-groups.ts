/** Where pages ask who has signed in. */
export const readerProfilePath = "/_lectern/reader";
/** The pages where readers of a private site sign in and out. */
export const signInPath = "/_lectern/sign-in";
export const signOutPath = "/_lectern/sign-out";

/**
 * Who reads a site: `all` sees every page, `open` is everyone on a site without sign-in, `public` is someone who hasn't
 * signed in on a private site, and a list has the groups of a signed-in reader.
 */
export type ReaderGroups = "all" | "open" | "public" | readonly string[];

/** Stands for every signed-in reader in a list of groups. */
export const anyone = "*";
/** A group that no reader can be in. */
export const nobody = "";

/** The restrictions of a page. */
export interface PageAccess {
  /** Readers must be in one group of each list: those of the page and of everything around it in the navigation. */
  groups: readonly (readonly string[])[];
  /** Readers in one of these groups never see the page, not even if it is public. */
  excludes?: readonly string[];
  /** Whether the page can be read without signing in; undefined if nothing says so. */
  public?: boolean | undefined;
}

/** What decides which readers see other pages than others. */
export interface SiteRestrictions {
  /** The groups that occur on the site, sorted. */
  groups: string[];
  /** How many pages can be read without signing in if the site is private. */
  publicPages: "none" | "some" | "all";
  /** Whether some pages are left out of an open site because they aren't public. */
  hasClosedPages: boolean;
}

/**
 * Whether a reader may see a page. Without having signed in, nobody sees a page with groups, unless the page is public
 * and its groups only exclude.
 */
export function mayRead({ groups, excludes = [], public: isPublic }: PageAccess, reader: ReaderGroups): boolean {
  if (reader === "all") return true;
  if (reader === "open" || reader === "public") {
    const isOpen = isPublic ?? (reader === "open" && groups.length === 0);
    return isOpen && groups.every((list) => list.includes(anyone));
  }
  const isIn = (group: string) => group !== nobody && reader.includes(group);
  return groups.every((list) => list.includes(anyone) || list.some(isIn)) && !excludes.some(isIn);
}

const namesReader = /(?<![\w$])user(?![\w$])/;
const namesGroups = /[.[{,]\s*["'`]?groups(?![\w$])/;
/** A text that is compared with something, searched for in a list, or part of a list. */
const comparedText =
  /(?:\b(?:includes|indexOf|has)\s*\(|[=!]=|[[,])\s*(["'`])([^"'`\n]{1,200})\1|(["'`])([^"'`\n]{1,200})\3\s*[=!]=/g;

/**
 * The groups that a text may compare the reader's with, as in `user.groups?.includes("a")`; undefined if it doesn't
 * mention them. The build only knows the groups where this finds them, so a spelling it misses can't be shown to anyone.
 */
export function groupsAskedFor(text: string): string[] | undefined {
  if (!namesReader.test(text) || !namesGroups.test(text)) return undefined;
  return [...text.matchAll(comparedText)].map(([, , before, , after]) => before ?? after ?? "");
}
