import { sql } from "kysely";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import type { SearchCounts, SearchSource } from "./store.ts";

/** A range of days. Both the first and the last day are included. */
export interface DayRange {
  from: string;
  to: string;
}

export async function sumSearches(
  connection: Connection,
  projectId: string,
  { from, to }: DayRange,
): Promise<({ day: string; source: SearchSource } & SearchCounts)[]> {
  const rows = await connection
    .selectFrom("insightSearches")
    .select(["day", "source"])
    .select(searchSums())
    .where("projectId", "=", projectId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy(["day", "source"])
    .execute();
  return rows.map(({ day, source, ...sums }) => ({ day, source, ...numbers(sums) }));
}

export async function sumToolReads(
  connection: Connection,
  projectId: string,
  { from, to }: DayRange,
): Promise<{ day: string; toolReads: number }[]> {
  const rows = await connection
    .selectFrom("insightPages")
    .select((select) => ["day", select.fn.sum<number>("toolReads").as("reads")])
    .where("projectId", "=", projectId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy("day")
    .execute();
  return rows.map(({ day, reads }) => ({ day, toolReads: Number(reads) }));
}

interface QuestionCounts {
  day: string;
  outcome: TurnRow["outcome"];
  questions: number;
  helpful: number;
  notHelpful: number;
}

export async function countQuestions(
  connection: Connection,
  projectId: string,
  range: DayRange,
): Promise<QuestionCounts[]> {
  const { since, until } = moments(range);
  const rows = await connection
    .selectFrom("turns")
    .select((select) => [
      dayNumber("turns.createdAt").as("number"),
      "outcome",
      select.fn.countAll<number>().as("questions"),
      ...opinions(),
    ])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", since)
    .where("createdAt", "<", until)
    .groupBy(["number", "outcome"])
    .execute();
  return rows.map(({ number, outcome, ...sums }) => ({ day: dayOfNumber(number), outcome, ...numbers(sums) }));
}

export async function countRatings(
  connection: Connection,
  projectId: string,
  range: DayRange,
): Promise<{ day: string; helpful: number; notHelpful: number }[]> {
  const { since, until } = moments(range);
  const rows = await connection
    .selectFrom("pageRatings")
    .select([dayNumber("pageRatings.createdAt").as("number"), ...opinions()])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", since)
    .where("createdAt", "<", until)
    .groupBy("number")
    .execute();
  return rows.map(({ number, ...sums }) => ({ day: dayOfNumber(number), ...numbers(sums) }));
}

/** Visitors' searches, most frequent first. Can be limited to those that found nothing. */
export async function listSearches(
  connection: Connection,
  projectId: string,
  { from, to, withoutResult, limit, offset = 0 }: DayRange & { withoutResult: boolean; limit: number; offset?: number },
): Promise<({ query: string } & SearchCounts)[]> {
  const rows = await connection
    .selectFrom("insightSearches")
    .select("query")
    .select(searchSums())
    .where("projectId", "=", projectId)
    .where("source", "=", "site")
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("query", "!=", "")
    .$if(withoutResult, (searches) => searches.where("withoutResult", ">", 0))
    .groupBy("query")
    .orderBy(withoutResult ? "withoutResult" : "searches", "desc")
    .orderBy("query")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ query, ...sums }) => ({ query, ...numbers(sums) }));
}

/** The page that readers opened most often after each of these searches. */
export async function findTopPages(
  connection: Connection,
  projectId: string,
  { from, to, queries }: DayRange & { queries: readonly string[] },
): Promise<Map<string, string>> {
  if (queries.length === 0) return new Map();
  const rows = await connection
    .selectFrom("analyticsActions")
    .select(["target", "page"])
    .where("projectId", "=", projectId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("action", "=", "search_click")
    .where("target", "in", queries)
    .groupBy(["target", "page"])
    .orderBy(sql`sum(count)`)
    .orderBy("page", "desc")
    .execute();
  // The last one of each search is the most frequent one.
  return new Map(rows.map(({ target, page }) => [target, page]));
}

/** The range as timestamps. `until` isn't included. */
export function moments({ from, to }: DayRange): { since: number; until: number } {
  return { since: Date.parse(from), until: Date.parse(to) + dayMilliseconds };
}

function searchSums() {
  return [
    sql<number>`sum(searches)`.as("searches"),
    sql<number>`sum(without_result)`.as("withoutResult"),
    sql<number>`sum(clicks)`.as("clicks"),
  ] as const;
}

function opinions() {
  return [
    sql<number>`sum(case when helpful = 1 then 1 else 0 end)`.as("helpful"),
    sql<number>`sum(case when helpful = 0 then 1 else 0 end)`.as("notHelpful"),
  ] as const;
}

/** Turns the sums into numbers, because PostgreSQL returns them as text. */
export function numbers<Sums extends Record<string, number>>(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])) as Sums;
}

/** The number of days since the epoch. Integer division truncates in both databases. */
function dayNumber(column: string) {
  return sql<number>`${sql.ref(column)} / ${sql.lit(dayMilliseconds)}`;
}

function dayOfNumber(number: number): string {
  return dayOf(Number(number) * dayMilliseconds);
}
