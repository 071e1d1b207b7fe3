import { sql } from "kysely";
import type { Static } from "typebox";
import type { CountedAction, ReaderAction } from "../contract/analytics-operations.ts";
import type { InsightPages, InsightSearches } from "../contract/insight-operations.ts";
import { type DayRange, listDays, moments } from "../insight/read-days.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { numbers } from "../platform/db/rows.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import { within } from "./read-store.ts";
import { otherValue } from "./store.ts";

interface Rows extends DayRange {
  limit: number;
  offset: number;
}

/** How often readers and tools did something on each day. */
export async function countActionsByDay(
  connection: Connection,
  projectId: string,
  range: DayRange,
): Promise<{ day: string; action: CountedAction; count: number }[]> {
  const { rows } = await sql<{ day: string; action: CountedAction; count: number }>`
    select day, action, sum(count) as count from analytics_actions
    where ${within({ projectId, days: listDays(range) })} group by day, action`.execute(connection);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

interface OpinionCount {
  day: string;
  about: TurnRow["outcome"] | "page";
  helpful: number | null;
  count: number;
}

/** Questions by day, outcome and rating, and ratings of pages by day. */
export async function countOpinions(
  connection: Connection,
  projectId: string,
  range: DayRange,
): Promise<OpinionCount[]> {
  const { since, until } = moments(range);
  const ofProject = sql`project_id = ${projectId} and created_at >= ${since} and created_at < ${until}`;
  // Integer division truncates in both databases.
  const dayNumber = sql`created_at / ${sql.lit(dayMilliseconds)}`;
  const { rows } = await sql<Omit<OpinionCount, "day"> & { number: number }>`
    select ${dayNumber} as number, outcome as about, helpful, count(*) as count
      from turns where ${ofProject} group by 1, 2, 3
    union all
    select ${dayNumber}, 'page', helpful, count(*) from page_ratings where ${ofProject} group by 1, 3`.execute(
    connection,
  );
  return rows.map(({ number, count, ...row }) => ({
    ...row,
    day: dayOf(Number(number) * dayMilliseconds),
    count: Number(count),
  }));
}

type SearchCounts = Omit<Static<typeof InsightSearches>["searches"][number], "topPage">;

/** Readers' searches, most frequent first, and one more than the limit if there are more. */
export async function listSearches(
  connection: Connection,
  projectId: string,
  { withoutResult, limit, offset, ...range }: Rows & { withoutResult: boolean },
): Promise<SearchCounts[]> {
  const times = (action: ReaderAction) => sql`sum(case when action = ${action} then count else 0 end)`;
  const { rows } = await sql<SearchCounts>`
    select target as query, ${times("search")} as searches, ${times("search_empty")} as "withoutResult",
      ${times("search_click")} as clicks
    from analytics_actions
    where ${within({ projectId, days: listDays(range) })} and action in ('search', 'search_empty', 'search_click')
      and target <> '' and target <> ${otherValue}
    group by target ${withoutResult ? sql`having ${times("search_empty")} > 0` : sql``}
    order by ${sql.lit(withoutResult ? 3 : 2)} desc, 1 limit ${limit + 1} offset ${offset}`.execute(connection);
  return rows.map(({ query, ...counts }) => ({ query, ...numbers(counts) }));
}

/** The page that readers opened most often after each of these searches. */
export async function findTopPages(
  connection: Connection,
  projectId: string,
  { queries, ...range }: DayRange & { queries: readonly string[] },
): Promise<Map<string, string>> {
  if (queries.length === 0) return new Map();
  const { rows } = await sql<{ target: string; page: string }>`
    select target, page from analytics_actions
    where ${within({ projectId, days: listDays(range) })} and action = 'search_click'
      and target in (${sql.join(queries)}) and page <> '' and page <> ${otherValue}
    group by target, page order by sum(count), page desc`.execute(connection);
  // The last one of each search is the most frequent one.
  return new Map(rows.map(({ target, page }) => [target, page]));
}

type PageCounts = Static<typeof InsightPages>["pages"][number];

/** Lists pages, those with the most activity first. A question counts for the page on which it was asked. */
export async function listPages(
  connection: Connection,
  projectId: string,
  { limit, ...range }: DayRange & { limit: number },
): Promise<PageCounts[]> {
  const { since, until } = moments(range);
  const ofProject = sql`project_id = ${projectId} and created_at >= ${since} and created_at < ${until}`;
  const { rows } = await sql<PageCounts>`
    select page, sum(searches) as searches, sum(clicks) as clicks, sum(questions) as questions,
      sum(helpful) as helpful, sum(not_helpful) as "notHelpful", sum(tool_reads) as "toolReads"
    from (
      select page, case when action in ('search', 'tool_search', 'tool_question') then count else 0 end as searches,
        case when action = 'search_click' then count else 0 end as clicks,
        case when action = 'tool_read' then count else 0 end as tool_reads, 0 as questions, 0 as helpful, 0 as not_helpful
        from analytics_actions where ${within({ projectId, days: listDays(range) })}
          and action in ('search', 'tool_search', 'tool_question', 'search_click', 'tool_read')
          and page <> '' and page <> ${otherValue}
      union all
      select page, 0, 0, 0, 1, 0, 0 from turns where ${ofProject} and page is not null
      union all
      select page, 0, 0, 0, 0, helpful, 1 - helpful from page_ratings where ${ofProject}
    ) as happened
    group by page
    order by sum(searches) + sum(clicks) + sum(questions) + sum(helpful) + sum(not_helpful) + sum(tool_reads) desc, page
    limit ${limit}`.execute(connection);
  return rows.map(({ page, ...counts }) => ({ page, ...numbers(counts) }));
}
