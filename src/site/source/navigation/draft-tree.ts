import type { Place } from "../config/place.ts";
import type { ApiUse, Division, GroupEntry, NavigationEntry, NavigationTree } from "./navigation-tree.ts";

/** A page as docs.json names it; whether it exists is not known yet. */
export interface DraftPage {
  kind: "page";
  slug: string;
  place: Place;
}

/** `"GET /users"` or `"specs/a.json POST /users"`: a page that is made from an API description. */
export interface DraftEndpoint {
  kind: "endpoint";
  /** The description it names itself; otherwise the inherited ones are searched. */
  spec: string | undefined;
  /** In capitals; `WEBHOOK` is followed by a name instead of a path. */
  method: string;
  path: string;
  openapi: ApiUse | undefined;
  place: Place;
}

export type DraftLeaf = DraftPage | DraftEndpoint;
export type DraftEntry = NavigationEntry<DraftLeaf>;
export type DraftGroup = GroupEntry<DraftLeaf>;
export type DraftDivision = Division<DraftLeaf>;

/**
 * The navigation as it is written. Pages made from API descriptions are put into it, then `resolvePages` drops what does
 * not exist; so a group or tab may be empty here.
 */
export type DraftTree = NavigationTree<DraftLeaf>;
