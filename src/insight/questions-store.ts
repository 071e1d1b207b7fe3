import { sql } from "kysely";
import type { Static } from "typebox";
import type { QuestionSubjects } from "../contract/analytics-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import { newestFirst } from "../platform/db/newest-first.ts";
import { numbers } from "../platform/db/rows.ts";
import type { ThreadRow, TurnRow } from "../platform/db/tables.ts";
import { type DayRange, moments } from "./read-days.ts";

interface Page {
  limit: number;
  cursor: string | undefined;
  /** By default, everything that is kept. */
  range?: Partial<DayRange>;
}

export interface QuestionFilter {
  outcome: TurnRow["outcome"] | undefined;
  helpful: boolean | undefined;
  /** Only questions whose answers cite this page. */
  source?: string | undefined;
}

/** Lists questions with their outcome. If there is a next page, returns one more than the limit. */
export function listTurns(
  connection: Connection,
  projectId: string,
  { outcome, helpful, source, range = {}, ...page }: Page & QuestionFilter,
): Promise<TurnRow[]> {
  const { since, until } = moments({ from: range.from ?? firstDay, to: range.to ?? lastDay });
  const turns = connection
    .selectFrom("turns")
    .selectAll()
    .where("projectId", "=", projectId)
    .$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome as TurnRow["outcome"]))
    .$if(helpful !== undefined, (query) => query.where("helpful", "=", helpful ? 1 : 0))
    .$if(source !== undefined, (query) => query.where(cites(source ?? "")))
    .$if(hasDays(range), (query) => query.where("createdAt", ">=", since).where("createdAt", "<", until));
  return newestFirst(turns, page).execute();
}

const firstDay = "1970-01-01";
const lastDay = "9999-12-30";

function hasDays({ from, to }: Partial<DayRange>): boolean {
  return from !== undefined || to !== undefined;
}

/** Sources are paths in a JSON list, with or without a section. */
function cites(page: string) {
  const start = JSON.stringify(page).slice(0, -1);
  const isIn = (part: string) => sql<boolean>`replace(sources, ${part}, '') <> sources`;
  return sql<boolean>`(${isIn(`${start}"`)} or ${isIn(`${start}#`)})`;
}

type SubjectCounts = Static<typeof QuestionSubjects>["subjects"][number];

/** Questions by the page that they are about, and one more row than the limit if there are more. */
export async function countSubjects(
  connection: Connection,
  projectId: string,
  { limit, offset, ...range }: DayRange & { limit: number; offset: number },
): Promise<SubjectCounts[]> {
  const { since, until } = moments(range);
  const { rows } = await sql<SubjectCounts>`
    select subject as page, count(*) as questions,
      sum(case when outcome = 'answered' then 1 else 0 end) as answered,
      sum(case when outcome = 'suggested' then 1 else 0 end) as suggested,
      sum(case when outcome = 'not_in_docs' then 1 else 0 end) as unanswered,
      sum(case when helpful = 0 then 1 else 0 end) as "notHelpful"
    from turns
    where project_id = ${projectId} and created_at >= ${since} and created_at < ${until} and outcome <> 'small_talk'
    group by subject order by 2 desc, 1 limit ${limit + 1} offset ${offset}`.execute(connection);
  return rows.map(({ page, ...counts }) => ({ page, ...numbers(counts) }));
}

/** Questions by where they were asked. */
export async function countCallers(
  connection: Connection,
  projectId: string,
  range: DayRange,
): Promise<Record<TurnRow["caller"], number>> {
  const { since, until } = moments(range);
  const rows = await connection
    .selectFrom("turns")
    .select((select) => ["caller", select.fn.countAll<number>().as("questions")])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", since)
    .where("createdAt", "<", until)
    .groupBy("caller")
    .execute();
  return { site: 0, api: 0, slack: 0, ...Object.fromEntries(rows.map((row) => [row.caller, Number(row.questions)])) };
}

type ThreadSummary = Pick<ThreadRow, "id" | "createdAt" | "updatedAt"> & {
  messages: number;
  firstQuestion: string | null;
};

export function listThreads(
  connection: Connection,
  projectId: string,
  { range = {}, ...page }: Page,
): Promise<ThreadSummary[]> {
  const { since, until } = moments({ from: range.from ?? firstDay, to: range.to ?? lastDay });
  const threads = connection
    .selectFrom("threads")
    .select((select) => [
      "threads.id",
      "threads.createdAt",
      "threads.updatedAt",
      select
        .selectFrom("messages")
        .select((messages) => messages.fn.countAll<number>().as("count"))
        .whereRef("messages.threadId", "=", "threads.id")
        .$asScalar()
        .$notNull()
        .as("messages"),
      select
        .selectFrom("messages")
        .select("messages.text")
        .whereRef("messages.threadId", "=", "threads.id")
        .orderBy("messages.sequence")
        .limit(1)
        .$asScalar()
        .as("firstQuestion"),
    ])
    .where("projectId", "=", projectId)
    .$if(hasDays(range), (query) => query.where("createdAt", ">=", since).where("createdAt", "<", until));
  return newestFirst(threads, page).execute();
}

export function findThread(
  connection: Connection,
  organizationId: string,
  projectId: string,
  id: string,
): Promise<Pick<ThreadRow, "id" | "createdAt" | "updatedAt"> | undefined> {
  return connection
    .selectFrom("threads")
    .innerJoin("projects", "projects.id", "threads.projectId")
    .select(["threads.id", "threads.createdAt", "threads.updatedAt"])
    .where("projects.organizationId", "=", organizationId)
    .where("threads.projectId", "=", projectId)
    .where("threads.id", "=", id)
    .executeTakeFirst();
}
