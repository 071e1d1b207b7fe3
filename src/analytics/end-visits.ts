import type { Database } from "../platform/db/database.ts";
import { VisitRows } from "./count-batch.ts";
import { addRows, takeEndedVisits } from "./store.ts";

/** After this pause, a reader's next page begins another visit. */
export const visitMilliseconds = 30 * 60_000;

/** Counts the last page of visits that have ended. Removing a visit and counting it is one transaction. */
export async function endVisits(database: Database, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = new VisitRows();
    for (const visit of await takeEndedVisits(tx, now - visitMilliseconds)) rows.count("exits", visit);
    await addRows(tx, "analyticsDays", rows.list());
  });
}
