import { createHash } from "node:crypto";
import { type Clock, dayOf } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { countPage, countSearch, putPageRating, type SearchSource } from "./store.ts";

/** Something that a reader or a tool did on a site. Pages are addresses that the site has. */
export type InsightEvent =
  | { type: "search"; source: SearchSource; query: string; results: number; page: string | undefined }
  | { type: "click"; query: string; path: string }
  | { type: "tool-read"; page: string }
  | { type: "rating"; page: string; visitorId: string; helpful: boolean; comment: string | undefined };

const queryLengthMax = 200;
// Figures may lose their last moments with the power; a write to the disk for each would cost more than they are worth.
const lossy = { durability: "relaxed" } as const;

/** Adds an event to the figures of its day. Nothing of who did it is kept. */
export async function recordEvent(
  { database, clock }: { database: Database; clock: Clock },
  projectId: string,
  event: InsightEvent,
): Promise<void> {
  const now = clock.now();
  const day = dayOf(now);
  await database.transaction(async (tx) => {
    switch (event.type) {
      case "search": {
        const search = { projectId, day, source: event.source, query: sameQuery(event.query) };
        const withoutResult = event.results === 0 ? 1 : 0;
        await countSearch(tx, search, { searches: 1, withoutResult, clicks: 0 });
        if (event.page !== undefined) await countPage(tx, { projectId, day, page: event.page }, "searches");
        return;
      }
      case "click": {
        const search = { projectId, day, source: "site" as const, query: sameQuery(event.query) };
        await countSearch(tx, search, { searches: 0, withoutResult: 0, clicks: 1 });
        return countPage(tx, { projectId, day, page: event.path }, "clicks");
      }
      case "tool-read":
        return countPage(tx, { projectId, day, page: event.page }, "tool_reads");
      case "rating": {
        const { page, helpful, comment, visitorId } = event;
        const id = createHash("sha256")
          .update(JSON.stringify([projectId, page, visitorId]))
          .digest("base64url");
        return putPageRating(tx, { id, projectId, page, helpful, comment, createdAt: now });
      }
    }
  }, lossy);
}

/** One search, however it is typed. */
function sameQuery(query: string): string {
  return query.trim().replace(/\s+/g, " ").toLowerCase().slice(0, queryLengthMax);
}
