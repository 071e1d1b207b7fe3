import { sql } from "kysely";
import type { Static } from "typebox";
import type { InsightPages } from "../contract/insight-operations.ts";
import type { Connection } from "../platform/db/database.ts";
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

interface PageRating {
  page: string;
  helpful: boolean;
  reason: string | null;
  comment: string | null;
  createdAt: number;
}

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
