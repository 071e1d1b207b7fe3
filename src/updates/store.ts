import { sql } from "kysely";
import { recordRowChange } from "../activity/changes/store.ts";
import type { UpdateStatusWord } from "../contract/schemas.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { newestFirst, type PageRequest } from "../platform/db/newest-first.ts";
import { insertRow, lockRow } from "../platform/db/rows.ts";
import type { UpdateRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import { firstIdAt } from "../platform/id.ts";
import { isEnded, nextStatuses, type Update } from "./update.ts";

/** The reads behind the status that clients poll. Their cost doesn't grow with the number of updates. */
export interface UpdateReads {
  /** The newest event's sequence number; undefined if the organization has no such update. */
  findRevision(organizationId: string, id: string): Promise<number | undefined>;
  find(id: string): Promise<Update | undefined>;
  readLog(id: string): Promise<string[]>;
}

export function prepareUpdateReads(database: Database): UpdateReads {
  const readRevision = database.prepare<{ eventCount: number }>(
    "select event_count from updates where id = ? and organization_id = ?",
  );
  const readRow = database.prepare<UpdateRow>("select * from updates where id = ?");
  const readLog = database.prepare<{ kind: string; text: string }>(
    "select kind, text from update_events where update_id = ? and kind <> 'status' order by sequence",
  );
  return {
    async findRevision(organizationId, id) {
      const row = await readRevision.first([id, organizationId]);
      return row?.eventCount;
    },
    async find(id) {
      const row = await readRow.first([id]);
      return row && toUpdate(row);
    },
    async readLog(id) {
      const rows = await readLog.all([id]);
      return rows.flatMap(({ kind, text }) => (kind === "cut" ? [cutLine(text)] : text.split("\n")));
    },
  };
}

export async function findUpdateOwner(connection: Connection, id: string) {
  const updates = connection.selectFrom("updates").select(["organizationId", "projectId"]);
  return updates.where("id", "=", id).executeTakeFirst();
}

export async function insertUpdate(tx: Connection, update: Update): Promise<void> {
  const { commit, author, trigger, pushed, sources, problems: _problems, ...columns } = update;
  const row = {
    ...columns,
    commitSha: commit?.sha ?? null,
    commitRef: commit?.ref ?? null,
    commitMessage: commit?.message ?? null,
    authorName: author?.name ?? null,
    authorAvatarUrl: author?.avatarUrl ?? null,
    authorGithubUserId: author?.githubUserId ?? null,
    triggerName: trigger,
    pushedSha: pushed?.sha ?? null,
    pushedFrom: pushed?.from ?? null,
    sources: sources && JSON.stringify(sources),
    eventCount: 1,
    logLines: 0,
    logBytes: 0,
  };
  await tx.insertInto("updates").values(row).execute();
  await insertStatusEvent(tx, row, update.createdAt);
}

/** Moves an update to another status if the transition is allowed, and records the event. */
export async function moveUpdate(tx: Connection, id: string, status: UpdateStatusWord, summary: string, now: number) {
  const endedAt = isEnded(status) ? now : null;
  const row = await tx
    .updateTable("updates")
    .set((update) => ({ status, summary, endedAt, eventCount: update("eventCount", "+", 1) }))
    .where("id", "=", id)
    // No status leads back to queued, and PostgreSQL doesn't accept an empty list.
    .where((update) => update.or(statusesBefore(status).map((before) => update("status", "=", before))))
    .returning(eventColumns)
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError("conflict", `The update cannot become ${status}: it has ended or does not exist.`);
  }
  await insertStatusEvent(tx, row, now);
}

/** The columns that a status event is written from. */
export const eventColumns = ["id", "eventCount", "status", "summary"] as const;

/** Records a failure cause that the author can't fix, so that the site is retried later. */
export async function recordFailureCause(tx: Connection, id: string, cause: UpdateRow["failureCause"]): Promise<void> {
  await tx.updateTable("updates").set({ failureCause: cause }).where("id", "=", id).execute();
}

/** Forgets failed updates of a removed preview, so that they aren't retried. */
export async function forgetFailures(tx: Connection, projectId: string, subdomain: string): Promise<void> {
  const failed = tx.updateTable("updates").set({ failureCause: null }).where("failureCause", "is not", null);
  await failed.where((row) => row.and({ projectId, subdomain })).execute();
}

export async function recordArtifact(tx: Connection, id: string, artifact: string): Promise<void> {
  await tx.updateTable("updates").set({ artifact }).where("id", "=", id).execute();
}

export async function recordScreenshots(tx: Connection, id: string, light: string, dark: string, now: number) {
  const row = await tx
    .updateTable("updates")
    .set((row) => ({ screenshotLight: light, screenshotDark: dark, eventCount: row("eventCount", "+", 1) }))
    .where("id", "=", id)
    .returning(eventColumns)
    .executeTakeFirstOrThrow();
  await insertStatusEvent(tx, row, now);
}

/** Builds for this subdomain that have not ended, oldest first, which is also the order for locking them. */
export async function listOpenUpdates(connection: Connection, projectId: string, subdomain: string): Promise<Update[]> {
  const open = updatesOf(connection, projectId, subdomain).where("status", "in", ["queued", "in_progress"]);
  return (await open.where("kind", "=", "build").selectAll().orderBy("id").execute()).map(toUpdate);
}

/** Whether a later update of the same site has already been published. */
export async function isOvertaken(
  connection: Connection,
  { projectId, subdomain, kind }: Pick<Update, "projectId" | "subdomain" | "kind">,
  ids: readonly string[],
  now: number,
): Promise<boolean> {
  const later = updatesOf(connection, projectId, subdomain)
    .select("id")
    .where("status", "=", "success")
    .where("id", ">", ids.toSorted().at(-1) ?? "")
    // IDs sort by time, also those from a clock that was ahead.
    .where("createdAt", "<=", now)
    // A build always uses the newest commit, so only a rollback can overtake it.
    .$if(kind === "build", (updates) => updates.where("kind", "=", "rollback"));
  return hasRow(later.limit(1));
}

export async function findUpdate(connection: Connection, id: string): Promise<Update | undefined> {
  const row = await connection.selectFrom("updates").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toUpdate(row);
}

/** Finds an update and locks its row. */
export async function lockUpdate(tx: Connection, id: string): Promise<Update | undefined> {
  const row = await lockRow(tx, "updates", { id });
  return row && toUpdate(row);
}

/** How many updates were triggered since this time, by status. */
export async function countUpdates(connection: Connection, since: number) {
  return connection
    .selectFrom("updates")
    .select((update) => ["status", update.fn.countAll<number>().as("count")])
    .where("id", ">=", firstIdAt("upd", since))
    .groupBy("status")
    .execute();
}

/** Artifacts published to a subdomain, without duplicates, newest first. */
export async function listArtifacts(connection: Connection, projectId: string, subdomain: string, limit: number) {
  const rows = await updatesOf(connection, projectId, subdomain)
    .select((update) => ["artifact", update.fn.max("id").as("newest")])
    .where("status", "=", "success")
    .where("artifact", "is not", null)
    .groupBy("artifact")
    .orderBy("newest", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ artifact }) => (artifact === null ? [] : [artifact]));
}

/** The newest update of a subdomain, whatever its status. */
export async function findLatestUpdate(connection: Connection, projectId: string, subdomain: string) {
  const newest = updatesOf(connection, projectId, subdomain).selectAll().orderBy("id", "desc").limit(1);
  const row = await newest.executeTakeFirst();
  return row && toUpdate(row);
}

function updatesOf(connection: Connection, projectId: string, subdomain: string) {
  return connection.selectFrom("updates").where((row) => row.and({ projectId, subdomain }));
}

export async function listOpenUpdateIds(connection: Connection, projectId: string): Promise<string[]> {
  const updates = connection.selectFrom("updates").select("id").where("projectId", "=", projectId);
  return (await updates.where("status", "in", ["queued", "in_progress"]).execute()).map(({ id }) => id);
}

export async function hasUpdates(connection: Connection, projectId: string): Promise<boolean> {
  return hasRow(connection.selectFrom("updates").select("id").where("projectId", "=", projectId).limit(1));
}

export async function listUpdates(connection: Connection, projectId: string, page: PageRequest<UpdateStatusWord>) {
  const query = connection.selectFrom("updates").selectAll().where("projectId", "=", projectId);
  return (await newestFirst(query, page).execute()).map(toUpdate);
}

const sweptUpdatesMax = 100;
const updatesKept = 100;

/**
 * Deletes updates that ended before this time, with their events: a bounded number per project, and the next sweep
 * continues. The newest updates of each project are kept, as are the newest successes of its own site, which it can be
 * rolled back to, and the updates that sites currently show.
 */
export async function sweepUpdates(connection: Connection, endedBefore: number, signal: AbortSignal): Promise<void> {
  for (const { id, domain } of await connection.selectFrom("projects").select(["id", "domain"]).execute()) {
    signal.throwIfAborted();
    await sql`
      delete from updates where id in (
        select old.id from updates as old
        where old.project_id = ${id} and old.ended_at < ${endedBefore}
          and old.id < (
            select newer.id from updates as newer where newer.project_id = ${id}
            order by newer.id desc limit 1 offset ${updatesKept - 1})
          and (old.artifact is null or old.status <> 'success' or old.subdomain <> ${domain} or old.id < (
            select newer.id from updates as newer
            where newer.project_id = ${id} and newer.subdomain = ${domain} and newer.status = 'success'
            order by newer.id desc limit 1 offset ${updatesKept - 1}))
          and not exists (select 1 from sites where sites.update_id = old.id)
        limit ${sweptUpdatesMax})`.execute(connection);
  }
}

export function cutLine(count: string): string {
  return `… ${count} lines omitted because the log was too long …`;
}

function statusesBefore(status: UpdateStatusWord): UpdateStatusWord[] {
  return (Object.keys(nextStatuses) as UpdateStatusWord[]).filter((from) => nextStatuses[from].includes(status));
}

/** Every revision needs an event; otherwise a listener would wait for it forever. */
export async function insertStatusEvent(
  tx: Connection,
  { id, eventCount: sequence, status, summary }: Pick<UpdateRow, (typeof eventColumns)[number]>,
  at: number,
): Promise<void> {
  const text = JSON.stringify({ status, summary });
  await insertRow(tx, "updateEvents", { updateId: id, sequence, kind: "status", text, lineCount: 1, at });
  await recordRowChange(tx, "updates", id, at);
}

function toUpdate(row: UpdateRow): Update {
  return {
    ...row,
    commit:
      row.commitSha === null
        ? null
        : {
            sha: row.commitSha,
            ref: row.commitRef,
            message: row.commitMessage,
            filesChanged: row.filesChanged === null ? null : JSON.parse(row.filesChanged),
            ...(row.filesRenamed === null ? {} : { filesRenamed: JSON.parse(row.filesRenamed) }),
          },
    author:
      row.authorName === null
        ? null
        : { name: row.authorName, avatarUrl: row.authorAvatarUrl, githubUserId: row.authorGithubUserId },
    problems: row.problems === null ? null : JSON.parse(row.problems),
    sources: row.sources === null ? null : JSON.parse(row.sources),
    trigger: row.triggerName ?? (row.kind === "rollback" ? "rollback" : null),
    pushed: row.pushedSha === null ? null : { sha: row.pushedSha, from: row.pushedFrom ?? undefined },
  };
}
