import { createHash } from "node:crypto";
import { type EventDeps, recordEvent } from "../activity/events/record-event.ts";
import { dayMilliseconds, dayOf, isoTime } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Database } from "../platform/db/database.ts";
import { countRatingsOfDay, putPageRating } from "./rating-store.ts";

/** What a reader or a tool thinks of a page that exists on the site. */
export interface Rating {
  page: string;
  visitorId: string;
  address?: string;
  helpful: boolean;
  comment: string | undefined;
  reason: string | undefined;
  /** A mail address, if the reader wants an answer. */
  contact?: string | undefined;
}

const ratingsPerDayMax = 5_000;
/** Readers in one office share an address. */
const ratingsPerAddressMax = 200;
// Losing the latest ratings in a power failure is acceptable; syncing each one to disk would cost too much.
const lossy = { durability: "relaxed" } as const;

/** Keeps a rating of a page. Only a hash of the visitor is stored. */
export async function recordRating(
  deps: EventDeps & { database: Database },
  projectId: string,
  { page, helpful, comment, reason, contact, visitorId, address }: Rating,
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    if (address !== undefined) {
      const { count } = await countInWindow(tx, "page-ratings", `${projectId}/${address}`, now, dayMilliseconds);
      if (count > ratingsPerAddressMax) return;
    }
    // A flood of ratings can't fill the database; nobody reads that many in a day.
    if ((await countRatingsOfDay(tx, projectId, Date.parse(dayOf(now)))) >= ratingsPerDayMax) return;
    const id = createHash("sha256")
      .update(JSON.stringify([projectId, page, visitorId]))
      .digest("base64url");
    await putPageRating(tx, { id, projectId, page, helpful, comment, reason, contact, createdAt: now });
    const rating = { about: "page" as const, helpful, page, question: null };
    const said = { reason: reason ?? null, comment: comment ?? null, receivedAt: isoTime(now) };
    await recordEvent(deps, tx, {
      type: "feedback.received",
      projectId,
      subject: id,
      data: { feedback: { ...rating, ...said } },
    });
  }, lossy);
}
