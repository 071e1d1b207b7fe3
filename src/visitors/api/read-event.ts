import type { Static } from "typebox";
import type { InsightEvent } from "../../insight/record-event.ts";
import { AppError } from "../../platform/errors.ts";
import type { VisitorEvent } from "./operations.ts";

export interface EventSite {
  visitorId: string;
  /** The page's canonical path; undefined if the site has no such page. */
  findPage(path: string): string | undefined;
}

/** Converts a page's report into an insight event. Unknown pages are not counted, because anyone may send anything. */
export function readEvent(event: Static<typeof VisitorEvent>, site: EventSite): InsightEvent {
  const { type, query, page, path, results, helpful } = event;
  const here = page === undefined ? undefined : site.findPage(page);
  if (type === "search" && query !== undefined && results !== undefined) {
    return { type, source: "site", query, results, page: here };
  }
  if (type === "click" && query !== undefined && path !== undefined) {
    return { type, query, path: known(site.findPage(path)) };
  }
  if (type === "rating" && helpful !== undefined && page !== undefined) {
    return { type, page: known(here), visitorId: site.visitorId, helpful, comment: event.comment };
  }
  const needs = { search: "query and results", click: "query and path", rating: "page and helpful" };
  throw new AppError("bad_request", `An event of the type ${type} needs ${needs[type]}.`);
}

function known(page: string | undefined): string {
  if (page === undefined) {
    throw new AppError("not_found", "The site has no page at this path.");
  }
  return page;
}
