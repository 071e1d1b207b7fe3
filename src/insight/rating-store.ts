import { sql } from "kysely";
import { countRows } from "../platform/db/count-rows.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { numbers } from "../platform/db/rows.ts";
import { type DayRange, moments } from "./read-days.ts";

interface PageRating {
  /** The same for the same visitor, page and day, so that a second rating replaces the first one. */
  id: string;
  projectId: string;
  page: string;
  helpful: boolean;
  comment: string | undefined;
  reason: string | undefined;
  contact: string | undefined;
  createdAt: number;
}

const rowsPerSweep = 5_000;

export async function putPageRating(tx: Connection, rating: PageRating): Promise<void> {
  const { helpful, comment = null, reason = null, contact = null } = rating;
  const opinion = { helpful: helpful ? 1 : 0, comment, reason, contact };
  await tx
    .insertInto("pageRatings")
    .values({ ...rating, ...opinion })
    // A reader who changes a rating may have written another comment.
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...opinion, status: "open" }))
    .execute();
}

/** How many ratings a project has for one day. */
export async function countRatingsOfDay(connection: Connection, projectId: string, since: number): Promise<number> {
  const ratings = connection.selectFrom("pageRatings").where("projectId", "=", projectId);
  return countRows(ratings.where("createdAt", ">=", since));
}

/** Deletes a project's ratings from before this day. */
export async function deleteRatings(connection: Connection, projectId: string, beforeDay: string): Promise<void> {
  const ratings = connection.deleteFrom("pageRatings").where("projectId", "=", projectId);
  await ratings.where("createdAt", "<", Date.parse(beforeDay)).execute();
}

/** Deletes ratings of all projects from before this day, in limited numbers. */
export async function sweepRatings(connection: Connection, beforeDay: string): Promise<void> {
  await connection
    .deleteFrom("pageRatings")
    .where("id", "in", (ratings) =>
      ratings.selectFrom("pageRatings").select("id").where("createdAt", "<", Date.parse(beforeDay)).limit(rowsPerSweep),
    )
    .execute();
}

interface FeedbackFilter {
  page?: string;
  status?: "open" | "done";
  helpful?: boolean;
}

interface Rows {
  limit: number;
  offset: number;
}

/**
 * Lists ratings with their status, newest first, and one more than the limit if there are more. `after` is the last one
 * of the previous page, so that new ratings don't move the pages that follow.
 */
export async function listFeedback(
  connection: Connection,
  projectId: string,
  {
    from,
    to,
    page,
    status,
    helpful,
    limit,
    after,
  }: DayRange & FeedbackFilter & { limit: number; after?: { createdAt: number; id: string } | undefined },
) {
  const { since, until } = moments({ from, to });
  const rows = await connection
    .selectFrom("pageRatings")
    .select(["id", "page", "helpful", "reason", "comment", "contact", "status", "createdAt"])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", since)
    .where("createdAt", "<", until)
    .$if(page !== undefined, (ratings) => ratings.where("page", "=", page ?? ""))
    .$if(status !== undefined, (ratings) => ratings.where("status", "=", status ?? "open"))
    .$if(helpful !== undefined, (ratings) => ratings.where("helpful", "=", helpful ? 1 : 0))
    .$if(after !== undefined, (ratings) =>
      ratings.where(({ and, or, eb }) => {
        const { createdAt = 0, id = "" } = after ?? {};
        return or([eb("createdAt", "<", createdAt), and([eb("createdAt", "=", createdAt), eb("id", ">", id)])]);
      }),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return rows.map((rating) => ({ ...rating, helpful: rating.helpful === 1 }));
}

/** Counts ratings by page, and returns one more row than the limit if there are more. */
export async function countFeedbackByPage(
  connection: Connection,
  projectId: string,
  { from, to, limit, offset }: DayRange & Rows,
) {
  const { since, until } = moments({ from, to });
  const { rows } = await sql<{ path: string; helpful: number; notHelpful: number; open: number; total: number }>`
    select page as path, sum(helpful) as helpful, sum(1 - helpful) as "notHelpful",
      sum(case when status = 'open' then 1 else 0 end) as open, count(*) as total
    from page_ratings where project_id = ${projectId} and created_at >= ${since} and created_at < ${until}
    group by page order by 3 desc, 5 desc, 1 limit ${limit + 1} offset ${offset}`.execute(connection);
  return rows.map(({ path, ...sums }) => ({ path, ...numbers(sums) }));
}

/** Returns false if the project has no such rating. */
export async function putFeedbackStatus(
  connection: Connection,
  projectId: string,
  { id, status }: { id: string; status: "open" | "done" },
): Promise<boolean> {
  const changed = connection.updateTable("pageRatings").set({ status }).where("id", "=", id);
  return hasRow(changed.where("projectId", "=", projectId).returning("id"));
}
