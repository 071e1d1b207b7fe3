import { sql } from "kysely";
import type { ChangeKind } from "../../platform/db/column-types.ts";
import type { Connection } from "../../platform/db/database.ts";
import { insertRow } from "../../platform/db/rows.ts";
import type { Change, RecordedChange } from "./change.ts";

export async function recordChange(tx: Connection, change: Change, now: number): Promise<void> {
  await insertRow(tx, "changes", { ...change, at: now });
}

/** For rows that carry their own organization ID. */
export async function recordRowChange(tx: Connection, table: "updates" | "agentJobs", id: string, now: number) {
  const kind: ChangeKind = table === "updates" ? "update" : "job";
  await sql`insert into changes (organization_id, project_id, kind, subject, at)
    select organization_id, project_id, ${sql.lit(kind)}, id, cast(${now} as bigint) from ${sql.table(table)}
    where id = ${id}`.execute(tx);
}

/** Records a change of one pull request, or of all pull requests whose head is this commit. */
export async function recordPullRequestChange(
  tx: Connection,
  which: { id: string } | { projectId: string; headSha: string },
  now: number,
): Promise<void> {
  const where =
    "id" in which
      ? sql`pull_requests.id = ${which.id}`
      : sql`pull_requests.project_id = ${which.projectId} and pull_requests.head_sha = ${which.headSha}`;
  await sql`insert into changes (organization_id, project_id, kind, subject, at)
    select projects.organization_id, projects.id, 'pull', cast(pull_requests.number as text), cast(${now} as bigint)
    from pull_requests join projects on projects.id = pull_requests.project_id where ${where}`.execute(tx);
}

/** For rows that only know their project. */
export async function recordProjectChange(
  tx: Connection,
  projectId: string,
  { kind, subject }: Pick<Change, "kind" | "subject">,
  now: number,
): Promise<void> {
  await sql`insert into changes (organization_id, project_id, kind, subject, at)
    select organization_id, id, ${sql.lit(kind)}, cast(${subject} as text), cast(${now} as bigint) from projects
    where id = ${projectId}`.execute(tx);
}

const columns = ["sequence", "organizationId", "projectId", "kind", "subject"] as const;

/**
 * Changes of all organizations, by sequence number. On PostgreSQL a lower number may appear after a higher one, because
 * transactions don't commit in the order in which they got their numbers.
 */
export async function readChanges(connection: Connection, after: number, limit: number): Promise<RecordedChange[]> {
  return connection
    .selectFrom("changes")
    .select(columns)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

/** Changes of one organization that come after this number or are newer than this time. */
export async function readMissedChanges(
  connection: Connection,
  organizationId: string,
  { after, since, limit }: { after: number; since: number; limit: number },
): Promise<RecordedChange[]> {
  return connection
    .selectFrom("changes")
    .select(columns)
    .where("organizationId", "=", organizationId)
    .where((change) => change.or([change("sequence", ">", after), change("at", ">=", since)]))
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

/** The lowest and highest stored sequence number; 0 if there are none. */
export async function findRange(connection: Connection): Promise<{ first: number; last: number }> {
  const row = await connection
    .selectFrom("changes")
    .select((change) => [change.fn.min("sequence").as("first"), change.fn.max("sequence").as("last")])
    .executeTakeFirst();
  return { first: row?.first ?? 0, last: row?.last ?? 0 };
}

export async function sweepChanges(connection: Connection, recordedBefore: number): Promise<void> {
  await connection.deleteFrom("changes").where("at", "<", recordedBefore).execute();
}
