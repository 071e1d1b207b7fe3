import type { Connection } from "../platform/db/database.ts";
import type { InsightPageRow, InsightSearchRow } from "../platform/db/tables/insight.ts";

export type SearchSource = InsightSearchRow["source"];

export interface SearchCounts {
  searches: number;
  withoutResult: number;
  clicks: number;
}

export type PageCount = keyof Pick<InsightPageRow, "searches" | "clicks" | "tool_reads">;

export interface PageRating {
  /** The same for the same visitor, page and day: a second opinion replaces the first. */
  id: string;
  projectId: string;
  page: string;
  helpful: boolean;
  comment: string | undefined;
  createdAt: number;
}

/** How many different searches of one day are told apart; all others are counted together. */
const queriesPerDayMax = 2_000;
const rowsPerSweep = 5_000;

/** Adds to what is known of a search. */
export async function countSearch(
  tx: Connection,
  search: { projectId: string; day: string; source: SearchSource; query: string },
  counts: SearchCounts,
): Promise<void> {
  const isKnown = await addToSearch(tx, search, counts);
  if (isKnown) return;
  const { listed } = await tx
    .selectFrom("insight_searches")
    .select((select) => select.fn.countAll<number>().as("listed"))
    .where("project_id", "=", search.projectId)
    .where("day", "=", search.day)
    .executeTakeFirstOrThrow();
  const query = Number(listed) < queriesPerDayMax ? search.query : "";
  await tx
    .insertInto("insight_searches")
    .values({
      project_id: search.projectId,
      day: search.day,
      source: search.source,
      query,
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

async function addToSearch(
  tx: Connection,
  search: { projectId: string; day: string; source: SearchSource; query: string },
  counts: SearchCounts,
): Promise<boolean> {
  const row = await tx
    .updateTable("insight_searches")
    .set((set) => ({
      searches: set("searches", "+", counts.searches),
      without_result: set("without_result", "+", counts.withoutResult),
      clicks: set("clicks", "+", counts.clicks),
    }))
    .where("project_id", "=", search.projectId)
    .where("day", "=", search.day)
    .where("source", "=", search.source)
    .where("query", "=", search.query)
    .returning("query")
    .executeTakeFirst();
  return row !== undefined;
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
  const opinion = { helpful: rating.helpful ? 1 : 0, comment: rating.comment ?? null };
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

/** Forgets figures of days before this one, a bounded number at a time. */
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
