import { type RawBuilder, sql } from "kysely";
import type { CountedAction } from "../contract/analytics-operations.ts";
import { toCsv } from "../contract/csv.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { deleteExport, insertExport, listExportsBefore, listUnexported, putQuestionsRemoved } from "./export-store.ts";

interface ExportDeps {
  query: Connection;
  objects: ObjectStore;
}

/** Visits end 30 minutes after their last page, which may be in the next day. */
const settleMilliseconds = 3_600_000;
/** Earlier days aren't exported anymore, after the setting was turned on or the store was down. */
const daysBackMax = 7;
const exportsPerSweep = 200;
const rowsPerFileMax = 20_000;

/** A file of a day: the rows of a table, with these columns. */
interface ExportedTable {
  table: string;
  columns: readonly string[];
  /** How the columns are computed, if the table doesn't have them. */
  computed?: { columns: RawBuilder<unknown>; groupBy: RawBuilder<unknown> };
  /** Whether rows have a day, or the time at which they were created. */
  by: "day" | "time";
}

const questions = "questions-csv";
const searchActions = ["search", "search_empty", "search_click", "tool_search", "tool_question", "tool_empty"];

/** The files, by the last part of their keys, which can't contain a dot. */
const files: Readonly<Record<string, ExportedTable>> = {
  "sums-csv": {
    ...{ table: "analytics_days", by: "day" },
    columns: ["dimension", "value", "kind", "views", "visitors", "entries", "exits"],
  },
  "views-csv": {
    ...{ table: "analytics_views", by: "day" },
    columns: [
      ...["page", "language", "version", "kind", "agent", "referrer", "country", "device"],
      ...["views", "visitors", "page_visitors"],
    ],
  },
  "actions-csv": { table: "analytics_actions", by: "day", columns: ["action", "page", "target", "count"] },
  "searches-csv": {
    ...{ table: "analytics_actions", by: "day" },
    columns: ["source", "query", "searches", "without_result", "clicks"],
    computed: {
      columns: sql`case when action like 'tool%' then 'mcp' else 'site' end as source, target as query,
        ${countOf("search", "tool_search", "tool_question")} as searches,
        ${countOf("search_empty", "tool_empty")} as without_result, ${countOf("search_click")} as clicks`,
      groupBy: sql`and action in (${sql.join(searchActions)}) group by 1, 2`,
    },
  },
  [questions]: {
    ...{ table: "turns", by: "time" },
    columns: [
      ...["created_at", "question", "outcome", "sources", "subject", "page", "caller", "language", "version"],
      ...["model", "helpful", "reason", "comment"],
    ],
  },
  // Without the addresses of readers who want an answer.
  "feedback-csv": {
    ...{ table: "page_ratings", by: "time" },
    columns: ["created_at", "page", "helpful", "reason", "comment", "status"],
  },
};

export function exportsPrefix(projectId: string): string {
  return `analytics/${projectId}/`;
}

/** Exports the days that have ended and weren't exported yet. Two workers may write the same files, which are equal. */
export async function exportDays({ query, objects }: ExportDeps, now: number, signal: AbortSignal): Promise<void> {
  let left = exportsPerSweep;
  for (let back = 1; back <= daysBackMax && left > 0; back++) {
    const day = dayOf(now - settleMilliseconds - back * dayMilliseconds);
    const projectIds = await listUnexported(query, day, left);
    left -= projectIds.length;
    for (const projectId of projectIds) {
      signal.throwIfAborted();
      const written = await readFiles(query, projectId, day);
      await objects.put(
        written.map(({ name, csv }) => ({ key: keyOf(projectId, day, name), bytes: Buffer.from(csv) })),
        signal,
      );
      await insertExport(query, {
        projectId,
        day,
        hasQuestions: written.some(({ name }) => name === questions) ? 1 : 0,
      });
    }
  }
}

interface Ends {
  /** Exports of earlier days are removed. */
  before: string;
  /** Questions are kept for a shorter time. */
  questionsBefore?: string;
  projectId?: string;
}

/** Removes exports with the numbers that they are about. */
export async function removeExports(
  { query, objects }: ExportDeps,
  { before, questionsBefore = before, projectId }: Ends,
  signal: AbortSignal,
): Promise<void> {
  for (const old of await listExportsBefore(query, { before, questionsBefore, projectId })) {
    const isOver = old.day < before;
    const names = isOver ? Object.keys(files) : [questions];
    await objects.remove(
      names.map((name) => keyOf(old.projectId, old.day, name)),
      signal,
    );
    await (isOver ? deleteExport(query, old) : putQuestionsRemoved(query, old));
  }
}

function countOf(...actions: readonly CountedAction[]): RawBuilder<unknown> {
  return sql`sum(case when action in (${sql.join(actions)}) then count else 0 end)`;
}

function keyOf(projectId: string, day: string, name: string): string {
  return `${exportsPrefix(projectId)}${day}/${name}`;
}

/** The files of a day that aren't empty. */
async function readFiles(query: Connection, projectId: string, day: string): Promise<{ name: string; csv: string }[]> {
  const written: { name: string; csv: string }[] = [];
  const start = Date.parse(day);
  for (const [name, { table, columns, computed, by }] of Object.entries(files)) {
    const refs = columns.map((column) => sql.ref(column));
    const isOfDay =
      by === "day" ? sql`day = ${day}` : sql`created_at >= ${start} and created_at < ${start + dayMilliseconds}`;
    const { rows } = await sql<Record<string, string | number | null>>`
      select ${computed?.columns ?? sql.join(refs)} from ${sql.table(table)}
      where project_id = ${projectId} and ${isOfDay} ${computed?.groupBy ?? sql``}
      order by ${sql.join(refs)} limit ${sql.lit(rowsPerFileMax)}`.execute(query);
    if (rows.length === 0) continue;
    const values = rows.map((row) => Object.values(row).map((value, index) => shown(columns[index], value)));
    written.push({
      name,
      csv: toCsv(
        ["day", ...columns],
        values.map((row) => [day, ...row]),
      ),
    });
  }
  return written;
}

function shown(column: string | undefined, value: string | number | null): string | number {
  if (column === "created_at") return new Date(Number(value)).toISOString();
  return value ?? "";
}
