import type { Place } from "../config/config-report.ts";
import type { ApiUse, Division, GroupEntry, NavigationEntry, NavigationTree } from "./navigation-tree.ts";

/** A page as named in docs.json; it may not exist. */
interface DraftPage {
  kind: "page";
  slug: string;
  place: Place;
}

/** `"GET /users"` or `"specs/a.json POST /users"`: a page generated from an API description. */
export interface DraftEndpoint {
  kind: "endpoint";
  /** The description that the entry names. If it names none, the inherited descriptions are searched. */
  spec: string | undefined;
  /** In uppercase. For `WEBHOOK`, the path is the name of the webhook. */
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
 * The navigation as written. Later, generated API pages are added and `resolvePages` drops pages that don't exist.
 * Until then, groups and tabs may be empty.
 */
export type DraftTree = NavigationTree<DraftLeaf>;
