import { at, normalizeSlug, type Place } from "../site/project.ts";
import type { DraftEntry, DraftLeaf, DraftTree, NavigationPart } from "../site/reading.ts";

/** A page in the navigation. */
export interface NamedPage {
  written: string;
  slug: string;
  place: Place;
  /** Whether the page is an item in a list of pages; otherwise it is the root of a group. */
  isItem: boolean;
}

export function listNamedPages(navigation: DraftTree): NamedPage[] {
  const pages: NamedPage[] = [];
  const add = (written: string, place: Place, isItem: boolean) =>
    pages.push({ written, slug: normalizeSlug(written), place, isItem });
  const visitEntry = (entry: DraftEntry): void => {
    if (entry.kind === "page") add(entry.slug, entry.place, true);
    if (entry.kind !== "group") return;
    if (entry.root !== undefined) add(entry.root, at(entry.place, "root"), false);
    for (const child of entry.entries) visitEntry(child);
  };
  const visitPart = (part: NavigationPart<DraftLeaf>): void => {
    for (const entry of part.entries) visitEntry(entry);
    for (const division of part.divisions) visitPart(division);
  };
  visitPart(navigation);
  return pages;
}
