import type { ReaderGroups, SiteRestrictions } from "../../site/serving.ts";
import {
  type AccessKind,
  type Audience,
  type BuiltSite,
  groupsAudience,
  isPrivate,
  type SiteView,
} from "../access/access.ts";

const unrestricted: SiteRestrictions = { groups: [], publicPages: "none", hasClosedPages: false };

/** What the site's own artifact shows: what most of its readers see. */
export function baseView(access: AccessKind): SiteView {
  return isPrivate(access) ? groupsAudience([]) : "open";
}

/** What an audience sees. Nobody signs in on an open site, except members. */
export function viewOf(access: AccessKind, audience: Audience): SiteView {
  return isPrivate(access) || audience === "all" ? audience : "open";
}

/** The readers whose pages a view has, for the build. */
export function readersOf(view: SiteView): ReaderGroups {
  return isGrouped(view) ? parseGroups(view) : view;
}

/** The name that all views with the same pages share; `none` if a view has no page. */
export function sharedView(view: SiteView, restrictions: string | null | undefined): SiteView | "none" {
  const { groups, publicPages, hasClosedPages } = parseRestrictions(restrictions);
  if (isGrouped(view)) {
    const given = parseGroups(view);
    // A page whose groups can't be read is for a group without a name, and nobody is in it.
    const known = groups.filter((group) => group !== "" && given.includes(group));
    return known.length === groups.length ? "all" : groupsAudience(known);
  }
  if (view === "open") return groups.length === 0 && !hasClosedPages ? "all" : view;
  if (view === "public" && publicPages !== "some") return publicPages === "none" ? "none" : "all";
  return view;
}

/** Whether the site's own artifact shows what the view does. */
export function isBaseView({ builtFor = "open", restrictions }: BuiltSite, view: SiteView): boolean {
  const shared = sharedView(view, restrictions);
  return shared !== "none" && shared === sharedView(builtFor, restrictions);
}

/** Null if every reader sees the same. */
export function writeRestrictions(restrictions: SiteRestrictions): string | null {
  const { groups, publicPages, hasClosedPages } = restrictions;
  const isOpen = groups.length === 0 && publicPages === "none" && !hasClosedPages;
  return isOpen ? null : JSON.stringify(restrictions);
}

export function parseRestrictions(text: string | null | undefined): SiteRestrictions {
  return text === null || text === undefined ? unrestricted : (JSON.parse(text) as SiteRestrictions);
}

function isGrouped(view: SiteView): view is `groups:${string}` {
  return view.startsWith("groups:");
}

function parseGroups(view: `groups:${string}`): string[] {
  return JSON.parse(view.slice("groups:".length)) as string[];
}
