import { createHash } from "node:crypto";
import { type EventDeps, recordEvent as reportEvent } from "../activity/events/record-event.ts";
import { dayMilliseconds, dayOf, isoTime } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Database } from "../platform/db/database.ts";
import { countPage, countRatingsOfDay, countSearch, putPageRating, type SearchSource } from "./store.ts";

/** An action of a visitor or a tool on a site. Pages are addresses that exist on the site. */
export type InsightEvent =
  | {
      type: "search";
      source: SearchSource;
      query: string;
      results: number;
      page: string | undefined;
      /** How a program asked, if this is a question in full words that it wants answered. */
      askedBy?: "mcp" | "address";
    }
  | { type: "click"; query: string; path: string }
  | { type: "tool-read"; page: string }
  | ({ type: "rating"; page: string; visitorId: string; address?: string } & Opinion);

interface Opinion {
  helpful: boolean;
  comment: string | undefined;
  reason: string | undefined;
  /** A mail address, if the reader wants an answer. */
  contact?: string | undefined;
}

const queryLengthMax = 200;
const ratingsPerDayMax = 5_000;
/** Readers in one office share an address. */
const ratingsPerAddressMax = 200;
// Losing the latest events in a power failure is acceptable; syncing each event to disk would cost too much.
const lossy = { durability: "relaxed" } as const;

/** Adds an event to the day's counts. Nothing about the visitor is stored. */
export async function recordEvent(
  deps: EventDeps & { database: Database },
  projectId: string,
  event: InsightEvent,
): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const day = dayOf(now);
  await database.transaction(async (tx) => {
    switch (event.type) {
      case "search": {
        const search = { projectId, day, source: event.source, query: normalizeQuery(event.query) };
        const withoutResult = event.results === 0 ? 1 : 0;
        await countSearch(tx, search, { searches: 1, withoutResult, clicks: 0 });
        if (event.page !== undefined) await countPage(tx, { projectId, day, page: event.page }, "searches");
        return;
      }
      case "click": {
        const search = { projectId, day, source: "site" as const, query: normalizeQuery(event.query) };
        await countSearch(tx, search, { searches: 0, withoutResult: 0, clicks: 1 });
        return countPage(tx, { projectId, day, page: event.path }, "clicks");
      }
      case "tool-read":
        return countPage(tx, { projectId, day, page: event.page }, "toolReads");
      case "rating": {
        const { page, helpful, comment, reason, contact, visitorId, address } = event;
        if (address !== undefined) {
          const { count } = await countInWindow(tx, "page-ratings", `${projectId}/${address}`, now, dayMilliseconds);
          if (count > ratingsPerAddressMax) return;
        }
        // A flood of ratings can't fill the database; nobody reads that many in a day.
        if ((await countRatingsOfDay(tx, projectId, Date.parse(day))) >= ratingsPerDayMax) return;
        const id = createHash("sha256")
          .update(JSON.stringify([projectId, page, visitorId]))
          .digest("base64url");
        await putPageRating(tx, { id, projectId, page, helpful, comment, reason, contact, createdAt: now });
        const rating = { about: "page" as const, helpful, page, question: null };
        const said = { reason: reason ?? null, comment: comment ?? null, receivedAt: isoTime(now) };
        return reportEvent(deps, tx, {
          type: "feedback.received",
          projectId,
          subject: id,
          data: { feedback: { ...rating, ...said } },
        });
      }
    }
  }, lossy);
}

/** Normalizes a query, so that searches that differ only in case and spacing are counted together. */
function normalizeQuery(query: string): string {
  return query.trim().replace(/\s+/g, " ").toLowerCase().slice(0, queryLengthMax);
}
