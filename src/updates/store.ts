import { sql } from "kysely";
import { recordRowChange } from "../activity/changes/store.ts";
import type { UpdateSource, UpdateStatusWord } from "../contract/schemas.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { newestFirst, type PageRequest } from "../platform/db/newest-first.ts";
import type { UpdateRow } from "../platform/db/tables/updates.ts";
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

export async function findUpdateOwner(
  connection: Connection,
  id: string,
): Promise<{ organizationId: string; projectId: string } | undefined> {
  return connection
    .selectFrom("updates")
    .select(["organizationId", "projectId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function insertUpdate(tx: Connection, update: Update): Promise<void> {
  await tx
    .insertInto("updates")
    .values({
      id: update.id,
      kind: update.kind,
      artifact: update.artifact,
      organizationId: update.organizationId,
      projectId: update.projectId,
      subdomain: update.subdomain,
      branch: update.branch,
      source: update.source,
      status: update.status,
      summary: update.summary,
      createdAt: update.createdAt,
      commitSha: update.commit?.sha ?? null,
      commitRef: update.commit?.ref ?? null,
      commitMessage: update.commit?.message ?? null,
      authorName: update.author?.name ?? null,
      authorAvatarUrl: update.author?.avatarUrl ?? null,
      authorGithubUserId: update.author?.githubUserId ?? null,
      triggerName: update.trigger,
      pushedSha: update.pushed?.sha ?? null,
      pushedFrom: update.pushed?.from ?? null,
      eventCount: 1,
      logLines: 0,
      logBytes: 0,
    })
    .execute();
  await insertStatusEvent(tx, update.id, 1, update.status, update.summary, update.createdAt);
}

/** Moves an update to another status if the transition is allowed, and records the event. */
export async function moveUpdate(
  tx: Connection,
  id: string,
  status: UpdateStatusWord,
  summary: string,
  now: number,
): Promise<void> {
  const from = updateStatusesBefore(status);
  // No status leads back to queued, and PostgreSQL doesn't accept an empty list.
  const row =
    from.length === 0
      ? undefined
      : await tx
          .updateTable("updates")
          .set((update) => ({
            status,
            summary,
            endedAt: isEnded(status) ? now : null,
            eventCount: update("eventCount", "+", 1),
          }))
          .where("id", "=", id)
          .where("status", "in", from)
          .returning("eventCount")
          .executeTakeFirst();
  if (row === undefined) {
    throw new AppError("conflict", `The update cannot become ${status}: it has ended or does not exist.`);
  }
  await insertStatusEvent(tx, id, row.eventCount, status, summary, now);
}

/**
 * The order in which a transaction writes several updates: two transactions that lock the same rows in different orders
 * would deadlock. A single statement for all rows would lock them in the order in which they are stored.
 */
export function inLockOrder(ids: readonly string[]): string[] {
  return ids.toSorted();
}

/** Records a failure cause that the author can't fix, so that the site is retried later. */
export async function recordFailureCause(
  tx: Connection,
  id: string,
  cause: NonNullable<UpdateRow["failureCause"]> | null,
): Promise<void> {
  await tx.updateTable("updates").set({ failureCause: cause }).where("id", "=", id).execute();
}

/** Forgets failed updates of a removed preview, so that they aren't retried. */
export async function forgetFailures(tx: Connection, projectId: string, subdomain: string): Promise<void> {
  await tx
    .updateTable("updates")
    .set({ failureCause: null })
    .where("projectId", "=", projectId)
    .where("subdomain", "=", subdomain)
    .where("failureCause", "is not", null)
    .execute();
}

export async function recordArtifact(tx: Connection, id: string, artifact: string): Promise<void> {
  await tx.updateTable("updates").set({ artifact }).where("id", "=", id).execute();
}

export async function recordScreenshots(
  tx: Connection,
  id: string,
  light: string,
  dark: string,
  now: number,
): Promise<void> {
  const row = await tx
    .updateTable("updates")
    .set((update) => ({
      screenshotLight: light,
      screenshotDark: dark,
      eventCount: update("eventCount", "+", 1),
    }))
    .where("id", "=", id)
    .returning(["eventCount", "status", "summary"])
    .executeTakeFirstOrThrow();
  await insertStatusEvent(tx, id, row.eventCount, row.status, row.summary, now);
}

/** Builds for this subdomain that have not ended, oldest first, which is also the order for locking them. */
export async function listOpenUpdates(connection: Connection, projectId: string, subdomain: string): Promise<Update[]> {
  const rows = await connection
    .selectFrom("updates")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("subdomain", "=", subdomain)
    .where("status", "in", ["queued", "in_progress"])
    .where("kind", "=", "build")
    .orderBy("id")
    .execute();
  return rows.map(toUpdate);
}

/** Whether a later update of the same site has already been published. */
export async function isOvertaken(
  connection: Connection,
  { projectId, subdomain, kind }: Pick<Update, "projectId" | "subdomain" | "kind">,
  ids: readonly string[],
): Promise<boolean> {
  let later = connection
    .selectFrom("updates")
    .select("id")
    .where("projectId", "=", projectId)
    .where("subdomain", "=", subdomain)
    .where("status", "=", "success")
    .where("id", ">", ids.toSorted().at(-1) ?? "");
  if (kind === "build") {
    // A build always uses the newest commit, so only a rollback can overtake it.
    later = later.where("kind", "=", "rollback");
  }
  return (await later.limit(1).executeTakeFirst()) !== undefined;
}

export async function findUpdate(connection: Connection, id: string): Promise<Update | undefined> {
  const row = await connection.selectFrom("updates").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toUpdate(row);
}

/** How many updates were triggered since this time, by status. */
export async function countUpdates(
  connection: Connection,
  since: number,
): Promise<{ status: UpdateStatusWord; count: number }[]> {
  return connection
    .selectFrom("updates")
    .select((update) => ["status", update.fn.countAll<number>().as("count")])
    .where("id", ">=", firstIdAt("upd", since))
    .groupBy("status")
    .execute();
}

/** Artifacts published to a subdomain, without duplicates, newest first. */
export async function listArtifacts(
  connection: Connection,
  projectId: string,
  subdomain: string,
  limit: number,
): Promise<string[]> {
  const rows = await connection
    .selectFrom("updates")
    .select((update) => ["artifact", update.fn.max("id").as("newest")])
    .where("projectId", "=", projectId)
    .where("subdomain", "=", subdomain)
    .where("status", "=", "success")
    .where("artifact", "is not", null)
    .groupBy("artifact")
    .orderBy("newest", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ artifact }) => (artifact === null ? [] : [artifact]));
}

/** The newest update of a subdomain, whatever its status. */
export async function findLatestUpdate(
  connection: Connection,
  projectId: string,
  subdomain: string,
): Promise<Update | undefined> {
  const row = await connection
    .selectFrom("updates")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("subdomain", "=", subdomain)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toUpdate(row);
}

export async function listOpenUpdateIds(connection: Connection, projectId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("updates")
    .select("id")
    .where("projectId", "=", projectId)
    .where("status", "in", ["queued", "in_progress"])
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasUpdates(connection: Connection, projectId: string): Promise<boolean> {
  const row = await connection
    .selectFrom("updates")
    .select("id")
    .where("projectId", "=", projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listUpdates(
  connection: Connection,
  projectId: string,
  page: PageRequest<UpdateStatusWord>,
): Promise<Update[]> {
  const query = connection.selectFrom("updates").selectAll().where("projectId", "=", projectId);
  return (await newestFirst(query, page).execute()).map(toUpdate);
}

const sweptUpdatesMax = 100;
const updatesKept = 100;

/**
 * Deletes updates that ended before this time, with their events: a bounded number per project, and the next sweep
 * continues. Kept are the newest updates of each project, the newest successes of its own site, which it can be rolled
 * back to, and the updates that sites currently show.
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

function updateStatusesBefore(status: UpdateStatusWord): UpdateStatusWord[] {
  return (Object.keys(nextStatuses) as UpdateStatusWord[]).filter((from) => nextStatuses[from].includes(status));
}

/** Every revision needs an event; otherwise a listener would wait for it forever. */
export async function insertStatusEvent(
  tx: Connection,
  id: string,
  sequence: number,
  status: UpdateStatusWord,
  summary: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto("updateEvents")
    .values({
      updateId: id,
      sequence,
      kind: "status",
      text: JSON.stringify({ status, summary }),
      lineCount: 1,
      at: now,
    })
    .execute();
  await recordRowChange(tx, "updates", id, now);
}

function toUpdate(row: UpdateRow): Update {
  return {
    id: row.id,
    kind: row.kind,
    artifact: row.artifact,
    organizationId: row.organizationId,
    projectId: row.projectId,
    subdomain: row.subdomain,
    branch: row.branch,
    source: row.source as UpdateSource,
    status: row.status,
    summary: row.summary,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
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
    screenshotLight: row.screenshotLight,
    screenshotDark: row.screenshotDark,
    problems: row.problems === null ? null : JSON.parse(row.problems),
    trigger: row.triggerName ?? (row.kind === "rollback" ? "rollback" : null),
    pushed: row.pushedSha === null ? null : { sha: row.pushedSha, from: row.pushedFrom ?? undefined },
    builtSha: row.builtSha,
  };
}
