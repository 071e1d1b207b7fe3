import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from "kysely";
import { containsText } from "../../platform/db/contains-text.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** How many of the newest updates or jobs of an organization are searched. */
const scannedMax = 5_000;

/** Limits a search to the things that a person may see. */
export interface Scope {
  organizationId: string;
  /** Projects of the organization that the person must not see. */
  hidden: readonly string[];
}

export interface FoundRow {
  id: string;
  projectId: string | null;
  title: string | null;
  detail: string | null;
  status: string | null;
  createdAt: number | null;
}

export const findUpdates = findNewest("updates", {
  title: "commit_message",
  detail: "commit_sha",
  searched: ["commit_message", "commit_sha", "branch"],
});
export const findJobs = findNewest("agent_jobs", { title: "prompt", detail: "base_ref", searched: ["prompt"] });

/** Searches the newest rows of a table. */
function findNewest(
  table: "updates" | "agent_jobs",
  { title, detail, searched }: { title: string; detail: string; searched: string[] },
) {
  return async (
    connection: Connection,
    { organizationId, hidden }: Scope,
    words: readonly string[],
    limit: number,
  ): Promise<FoundRow[]> => {
    const { rows } = await sql<FoundRow>`
      select id, project_id as "projectId", ${sql.ref(title)} as title, ${sql.ref(detail)} as detail, status,
        created_at as "createdAt"
      from (
        select * from ${sql.table(table)}
        where organization_id = ${organizationId} and ${exceptHidden(sql.ref("project_id"), hidden)}
        order by id desc limit ${scannedMax}
      ) as newest
      where ${contains(searched, words)} order by id desc limit ${limit}`.execute(connection);
    return rows;
  };
}

/** Finds pull requests by title, branch or number. */
export async function findPullRequests(
  connection: Connection,
  { organizationId, hidden }: Scope,
  words: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  const [word = ""] = words;
  const number = words.length === 1 && /^#?\d{1,9}$/.test(word) ? Number(word.replace("#", "")) : undefined;
  const rows = await connection
    .selectFrom("pullRequests")
    .innerJoin("projects", "projects.id", "pullRequests.projectId")
    .select([
      "pullRequests.number",
      "pullRequests.projectId",
      "pullRequests.title",
      "pullRequests.head as detail",
      "pullRequests.status",
      "pullRequests.createdAt",
    ])
    .where("projects.organizationId", "=", organizationId)
    .where((row) => exceptHidden(row.ref("projects.id"), hidden))
    .where((where) => {
      const byText = contains(["pullRequests.title", "pullRequests.head"], words);
      return number === undefined ? byText : where.or([where("pullRequests.number", "=", number), byText]);
    })
    .orderBy("pullRequests.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ number: found, ...row }) => ({ ...row, id: String(found) }));
}

export async function findPeople(
  connection: Connection,
  { organizationId }: Scope,
  words: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  const rows = await connection
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .select(["users.id", "users.name as title", "users.email as detail", "members.role as status"])
    .where("members.organizationId", "=", organizationId)
    .where(contains(["users.name", "users.email"], words))
    .orderBy("users.name")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, projectId: null, createdAt: null }));
}

/** PostgreSQL doesn't accept an empty list. */
function exceptHidden(projectId: Expression<string>, hidden: readonly string[]): Expression<SqlBool> {
  return hidden.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${projectId} not in (${sql.join(hidden)})`;
}

/** Every word must occur in one of the columns. */
function contains(columns: readonly string[], words: readonly string[]): ExpressionWrapper<Tables, never, SqlBool> {
  const where = expressionBuilder<Tables, never>();
  return where.and(words.map((word) => where.or(columns.map((column) => containsText(column, word)))));
}
