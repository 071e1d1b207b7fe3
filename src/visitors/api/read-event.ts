import type { Static } from "typebox";
import type { ReaderAction } from "../../contract/analytics-operations.ts";
import { ratingReasons } from "../../contract/rating-reasons.ts";
import type { Rating } from "../../insight/record-rating.ts";
import { AppError } from "../../platform/errors.ts";
import type { VisitorEvent } from "./operations.ts";

interface EventSite {
  visitorId: string;
  /** The page's canonical path; undefined if the site has no such page. */
  findPage(path: string): string | undefined;
}

type ReaderEvent =
  | { type: "search"; actions: readonly ReaderAction[]; page: string | undefined; query: string }
  | ({ type: "rating" } & Rating);

/** Converts a page's report into actions or a rating. Unknown pages are rejected, because anyone can send reports. */
export function readEvent(event: Static<typeof VisitorEvent>, site: EventSite): ReaderEvent {
  const { type, query, page, path, results, helpful, reason } = event;
  const here = page === undefined ? undefined : site.findPage(page);
  if (type === "search" && query !== undefined && results !== undefined) {
    return { type, actions: results === 0 ? ["search", "search_empty"] : ["search"], page: here, query };
  }
  if (type === "click" && query !== undefined && path !== undefined) {
    return { type: "search", actions: ["search_click"], page: known(site.findPage(path)), query };
  }
  if (type === "rating" && helpful !== undefined && page !== undefined) {
    const reasons: readonly string[] = helpful ? ratingReasons.helpful : ratingReasons.notHelpful;
    if (reason !== undefined && !reasons.includes(reason)) {
      throw new AppError("bad_request", `The reason ${reason} doesn't match the rating.`);
    }
    const comment = event.comment?.trim() || undefined;
    return { type, page: known(here), visitorId: site.visitorId, helpful, reason, comment, contact: event.contact };
  }
  const needs = { search: "query and results", click: "query and path", rating: "page and helpful" };
  throw new AppError("bad_request", `An event of type ${type} needs ${needs[type]}.`);
}

function known(page: string | undefined): string {
  if (page === undefined) {
    throw new AppError("not_found", "Page not found on this site.");
  }
  return page;
}
