import { countRows } from "../platform/db/count-rows.ts";
import type { Connection } from "../platform/db/database.ts";
import type { InsightPageRow, InsightSearchRow } from "../platform/db/tables.ts";

export type SearchSource = InsightSearchRow["source"];

export type SearchCounts = Pick<InsightSearchRow, "searches" | "withoutResult" | "clicks">;

type PageCount = keyof Pick<InsightPageRow, "searches" | "clicks" | "toolReads">;

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

/** The maximum number of different queries that are stored per day. All others are counted together. */
const queriesPerDayMax = 2_000;
const rowsPerSweep = 5_000;
const daysPerSweep = 1_000;

export async function countSearch(
  tx: Connection,
  search: { projectId: string; day: string; source: SearchSource; query: string },
  counts: SearchCounts,
): Promise<void> {
  const ofDay = tx
    .selectFrom("insightSearches")
    .where("projectId", "=", search.projectId)
    .where("day", "=", search.day);
  const known = await ofDay
    .select("query")
    .where("source", "=", search.source)
    .where("query", "=", search.query)
    .executeTakeFirst();
  const count = known === undefined ? await countRows(ofDay) : 0;
  await tx
    .insertInto("insightSearches")
    .values({
      ...search,
      ...counts,
      query: count < queriesPerDayMax ? search.query : "",
    })
    .onConflict((conflict) =>
      conflict.columns(["projectId", "day", "source", "query"]).doUpdateSet((row) => ({
        searches: row("insightSearches.searches", "+", counts.searches),
        withoutResult: row("insightSearches.withoutResult", "+", counts.withoutResult),
        clicks: row("insightSearches.clicks", "+", counts.clicks),
      })),
    )
    .execute();
}

export async function countPage(
  tx: Connection,
  { projectId, day, page }: { projectId: string; day: string; page: string },
  what: PageCount,
): Promise<void> {
  const none = { searches: 0, clicks: 0, toolReads: 0 };
  await tx
    .insertInto("insightPages")
    .values({ projectId, day, page, ...none, [what]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "day", "page"])
        .doUpdateSet((row) => ({ [what]: row(`insightPages.${what}`, "+", 1) })),
    )
    .execute();
}

export async function putPageRating(tx: Connection, rating: PageRating): Promise<void> {
  const { helpful, comment = null, reason = null, contact = null } = rating;
  const opinion = { helpful: helpful ? 1 : 0, comment, reason, contact };
  await tx
    .insertInto("pageRatings")
    .values({ ...rating, ...opinion })
    // Who changes a rating has something new to say.
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...opinion, status: "open" }))
    .execute();
}

/** How many ratings a project has for one day. */
export async function countRatingsOfDay(connection: Connection, projectId: string, since: number): Promise<number> {
  const ratings = connection.selectFrom("pageRatings").where("projectId", "=", projectId);
  return countRows(ratings.where("createdAt", ">=", since));
}

/** Deletes a project's counts and ratings from before this day. */
export async function deleteInsightOf(connection: Connection, projectId: string, beforeDay: string): Promise<void> {
  for (const table of ["insightSearches", "insightPages"] as const) {
    await connection.deleteFrom(table).where("projectId", "=", projectId).where("day", "<", beforeDay).execute();
  }
  await connection
    .deleteFrom("pageRatings")
    .where("projectId", "=", projectId)
    .where("createdAt", "<", Date.parse(beforeDay))
    .execute();
}

/** Deletes counts from before this day, in batches of limited size. */
export async function deleteInsight(connection: Connection, beforeDay: string): Promise<void> {
  for (const table of ["insightSearches", "insightPages"] as const) {
    const days = connection.selectFrom(table).select(["projectId", "day"]).where("day", "<", beforeDay).orderBy("day");
    // Each project may have thousands of rows for a day.
    for (const { projectId, day } of await days.distinct().limit(daysPerSweep).execute()) {
      await connection.deleteFrom(table).where("projectId", "=", projectId).where("day", "=", day).execute();
    }
  }
  await connection
    .deleteFrom("pageRatings")
    .where("id", "in", (ratings) =>
      ratings.selectFrom("pageRatings").select("id").where("createdAt", "<", Date.parse(beforeDay)).limit(rowsPerSweep),
    )
    .execute();
}
