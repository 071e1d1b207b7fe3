import type { Connection } from "../platform/db/database.ts";
import type { InsightPageRow, InsightSearchRow } from "../platform/db/tables/insight.ts";

export type SearchSource = InsightSearchRow["source"];

export interface SearchCounts {
  searches: number;
  withoutResult: number;
  clicks: number;
}

type PageCount = keyof Pick<InsightPageRow, "searches" | "clicks" | "tool_reads">;

interface PageRating {
  /** The same for the same visitor, page and day, so that a second rating replaces the first. */
  id: string;
  projectId: string;
  page: string;
  helpful: boolean;
  comment: string | undefined;
  reason: string | undefined;
  createdAt: number;
}

/** How many different queries are stored per day; all others are counted together. */
const queriesPerDayMax = 2_000;
const rowsPerSweep = 5_000;

export async function countSearch(
  tx: Connection,
  search: { projectId: string; day: string; source: SearchSource; query: string },
  counts: SearchCounts,
): Promise<void> {
  const ofDay = tx
    .selectFrom("insight_searches")
    .where("project_id", "=", search.projectId)
    .where("day", "=", search.day);
  const known = await ofDay
    .select("query")
    .where("source", "=", search.source)
    .where("query", "=", search.query)
    .executeTakeFirst();
  const listed = ofDay.select((row) => row.fn.countAll<number>().as("count"));
  const { count } = known === undefined ? await listed.executeTakeFirstOrThrow() : { count: 0 };
  await tx
    .insertInto("insight_searches")
    .values({
      project_id: search.projectId,
      day: search.day,
      source: search.source,
      query: Number(count) < queriesPerDayMax ? search.query : "",
      searches: counts.searches,
      without_result: counts.withoutResult,
      clicks: counts.clicks,
    })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "day", "source", "query"]).doUpdateSet((row) => ({
        searches: row("insight_searches.searches", "+", counts.searches),
        without_result: row("insight_searches.without_result", "+", counts.withoutResult),
        clicks: row("insight_searches.clicks", "+", counts.clicks),
      })),
    )
    .execute();
}

export async function countPage(
  tx: Connection,
  { projectId, day, page }: { projectId: string; day: string; page: string },
  what: PageCount,
): Promise<void> {
  const none = { searches: 0, clicks: 0, tool_reads: 0 };
  await tx
    .insertInto("insight_pages")
    .values({ project_id: projectId, day, page, ...none, [what]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "day", "page"])
        .doUpdateSet((row) => ({ [what]: row(`insight_pages.${what}`, "+", 1) })),
    )
    .execute();
}

export async function putPageRating(tx: Connection, rating: PageRating): Promise<void> {
  const opinion = { helpful: rating.helpful ? 1 : 0, comment: rating.comment ?? null, reason: rating.reason ?? null };
  await tx
    .insertInto("page_ratings")
    .values({
      id: rating.id,
      project_id: rating.projectId,
      page: rating.page,
      ...opinion,
      created_at: rating.createdAt,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(opinion))
    .execute();
}

/** Deletes counts from before this day, a bounded number at a time. */
export async function deleteInsight(connection: Connection, beforeDay: string): Promise<void> {
  for (const table of ["insight_searches", "insight_pages"] as const) {
    const [oldest] = await connection
      .selectFrom(table)
      .select("day")
      .where("day", "<", beforeDay)
      .orderBy("day")
      .limit(1)
      .execute();
    if (oldest !== undefined) {
      await connection.deleteFrom(table).where("day", "=", oldest.day).execute();
    }
  }
  await connection
    .deleteFrom("page_ratings")
    .where("id", "in", (ratings) =>
      ratings
        .selectFrom("page_ratings")
        .select("id")
        .where("created_at", "<", Date.parse(beforeDay))
        .limit(rowsPerSweep),
    )
    .execute();
}
