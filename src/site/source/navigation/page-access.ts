import type { PageAccess } from "../../shared/reader-groups.ts";
import type { DraftEntry, DraftTree } from "./draft-tree.ts";
import type { ElementAccess } from "./navigation-tree.ts";
import { candidatesOf } from "./resolve-pages.ts";

/**
 * The restrictions that a page has from the navigation around it, by slug. Pages that the navigation doesn't list have
 * those of the whole navigation, but aren't public because of it. If a page is listed several times, all
 * restrictions apply: a page must not be published because of a place that its author forgot.
 */
export function pageAccess(draft: DraftTree): (slug: string) => PageAccess {
  const found = new Map<string, PageAccess>();
  const note = (written: string, access: ElementAccess | undefined) => {
    for (const name of candidatesOf(written)) {
      const before = found.get(name);
      found.set(name, before === undefined ? (access ?? unrestricted) : both(before, access ?? unrestricted));
    }
  };
  const visitEntries = (entries: readonly DraftEntry[], access: ElementAccess | undefined) => {
    for (const entry of entries) {
      if (entry.kind === "page") note(entry.slug, access);
      if (entry.kind !== "group") continue;
      // Groups that were made from an API description have no restrictions of their own.
      const within = entry.access ?? access;
      if (entry.root !== undefined) note(entry.root, within);
      visitEntries(entry.entries, within);
    }
  };
  const visit = (part: Pick<DraftTree, "divisions" | "entries">, access: ElementAccess | undefined) => {
    visitEntries(part.entries, access);
    for (const division of part.divisions) visit(division, division.access ?? access);
  };
  visit(draft, draft.access);
  const unlisted = { ...unrestricted, ...draft.access, public: draft.access?.public === false ? false : undefined };
  return (slug) => found.get(slug) ?? unlisted;
}

const unrestricted: PageAccess = { groups: [] };

function both(one: PageAccess, other: PageAccess): PageAccess {
  const flags = [one.public, other.public];
  const isPublic = flags.includes(false) ? false : flags.includes(undefined) ? undefined : true;
  const excludes = [...(one.excludes ?? []), ...(other.excludes ?? [])];
  return { groups: [...one.groups, ...other.groups], excludes, public: isPublic };
}
