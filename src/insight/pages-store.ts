import { sql } from "kysely";
import type { Static } from "typebox";
import type { InsightPages, InsightRatings } from "../contract/insight-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { type DayRange, moments, numbers } from "./figures-store.ts";

type PageFigures = Static<typeof InsightPages>["pages"][number];

/** Lists pages, those with the most activity first. A question counts for the page on which it was asked. */
export async function listPages(
  connection: Connection,
  projectId: string,
  { limit, ...range }: DayRange & { limit: number },
): Promise<PageFigures[]> {
  const { since, until } = moments(range);
  const { rows } = await sql<PageFigures>`
    select page, sum(searches) as searches, sum(clicks) as clicks, sum(questions) as questions,
      sum(helpful) as helpful, sum(not_helpful) as "notHelpful", sum(tool_reads) as "toolReads"
    from (
      select page, searches, clicks, tool_reads, 0 as questions, 0 as helpful, 0 as not_helpful
        from insight_pages where project_id = ${projectId} and day >= ${range.from} and day <= ${range.to}
      union all
      select page, 0, 0, 0, 1, 0, 0
        from turns where project_id = ${projectId} and created_at >= ${since} and created_at < ${until} and page is not null
      union all
      select page, 0, 0, 0, 0, helpful, 1 - helpful
        from page_ratings where project_id = ${projectId} and created_at >= ${since} and created_at < ${until}
    ) as happened
    group by page
    order by sum(searches) + sum(clicks) + sum(questions) + sum(helpful) + sum(not_helpful) + sum(tool_reads) desc, page
    limit ${limit}`.execute(connection);
  return rows.map(({ page, ...sums }) => ({ page, ...numbers(sums) }));
}

type PageRating = Omit<Static<typeof InsightRatings>["ratings"][number], "createdAt"> & { createdAt: number };

/** Lists ratings, newest first. */
export async function listRatings(
  connection: Connection,
  projectId: string,
  { limit, ...range }: DayRange & { limit: number },
): Promise<PageRating[]> {
  const { since, until } = moments(range);
  const rows = await connection
    .selectFrom("pageRatings")
    .select(["page", "helpful", "comment", "reason", "createdAt"])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", since)
    .where("createdAt", "<", until)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((rating) => ({ ...rating, helpful: rating.helpful === 1 }));
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
