import { dayOf } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { AnalyticsDayRow } from "../platform/db/tables.ts";
import { addDays, takeEndedVisits } from "./store.ts";

/** After this pause, a reader's next page begins another visit. */
export const visitMilliseconds = 30 * 60_000;

/** Counts the last page of visits that have ended. Removing a visit and counting it is one transaction. */
export async function endVisits(database: Database, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = new Map<string, AnalyticsDayRow>();
    for (const { projectId, page, seenAt } of await takeEndedVisits(tx, now - visitMilliseconds)) {
      const day = dayOf(Number(seenAt));
      const key = JSON.stringify([projectId, day, page]);
      const row = rows.get(key) ?? {
        ...{ projectId, day, dimension: "page" as const, value: page, kind: "person" as const },
        ...{ views: 0, visitors: 0, entries: 0, exits: 0 },
      };
      row.exits++;
      rows.set(key, row);
    }
    await addDays(
      tx,
      [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
    );
  });
}
