import { randomUUID } from "node:crypto";
import { compileOnce } from "../../platform/db/compile-once.ts";
import type { Connection } from "../../platform/db/database.ts";
import { hasRow } from "../../platform/db/has-row.ts";
import { deleteRows, insertOnce, insertRow, putRow } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";

export type StoredPack = Pick<Tables["hostedPacks"], "id" | "digest" | "bytes">;

/** The state of a repository in the database, all of the same version. */
export interface RepositoryState extends Pick<Tables["hostedRepositories"], "version" | "stamp" | "epoch" | "head"> {
  /** Full name → commit or tag. */
  refs: ReadonlyMap<string, string>;
  packs: readonly StoredPack[];
}

const readsMax = 20;

/** A small query, because every clone, fetch and update runs it. */
export async function findVersion(connection: Connection, projectId: string) {
  return (await versionStatement(connection, { projectId }))[0];
}

const versionStatement = compileOnce(["projectId"], (connection, { projectId }) =>
  connection
    .selectFrom("hostedRepositories")
    .select(["version", "stamp", "epoch", "head"])
    .where("projectId", "=", projectId),
);

export async function findRepositoryState(
  connection: Connection,
  projectId: string,
): Promise<RepositoryState | undefined> {
  for (let read = 0; read < readsMax; read += 1) {
    const before = await findVersion(connection, projectId);
    const refs = await listRefs(connection, projectId);
    const packs = await listPacks(connection, projectId);
    const after = await findVersion(connection, projectId);
    if (before?.stamp === after?.stamp) {
      return after && { ...after, refs, packs };
    }
  }
  throw new Error("A repository changed faster than it could be read.");
}

export async function listRefs(connection: Connection, projectId: string): Promise<Map<string, string>> {
  const rows = await connection
    .selectFrom("hostedRefs")
    .select(["name", "sha"])
    .where("projectId", "=", projectId)
    .execute();
  return new Map(rows.map(({ name, sha }) => [name, sha]));
}

export async function listPacks(connection: Connection, projectId: string): Promise<StoredPack[]> {
  return connection
    .selectFrom("hostedPacks")
    .select(["id", "digest", "bytes"])
    .where("projectId", "=", projectId)
    .where("state", "=", "current")
    .orderBy("bytes")
    .orderBy("id")
    .execute();
}

/** Returns false if the project already has a repository. */
export async function insertRepository(
  tx: Connection,
  repository: { projectId: string; head: string; createdAt: number },
): Promise<boolean> {
  const row = { ...repository, version: 1, stamp: randomUUID(), epoch: 1 };
  return insertOnce(tx, "hostedRepositories", ["projectId"], row);
}

/** Deletes the repository with its refs. Its packs are removed by the sweep. */
export async function deleteRepository(tx: Connection, projectId: string): Promise<void> {
  await tx.deleteFrom("hostedRepositories").where("projectId", "=", projectId).execute();
}

/** Increments the version, which blocks other changes of the repository until the transaction ends. */
export async function raiseVersion(tx: Connection, projectId: string, { dropsObjects = false } = {}) {
  return tx
    .updateTable("hostedRepositories")
    .set((row) => ({
      version: row("version", "+", 1),
      stamp: randomUUID(),
      epoch: row("epoch", "+", dropsObjects ? 1 : 0),
    }))
    .where("projectId", "=", projectId)
    .returning(["version", "epoch"])
    .executeTakeFirst();
}

/** Sets a ref, or deletes it if there is no `sha`. The caller has locked the repository. */
export async function putRef(tx: Connection, projectId: string, name: string, sha: string | undefined): Promise<void> {
  if (sha === undefined) {
    await deleteRows(tx, "hostedRefs", { projectId, name });
    return;
  }
  await putRow(tx, "hostedRefs", ["projectId", "name"], { projectId, name, sha });
}

/** Must be committed before the first byte is stored, because the sweep removes objects without a row. */
export async function insertPendingPack(
  connection: Connection,
  projectId: string,
  { id, digest, bytes }: StoredPack,
  now: number,
): Promise<void> {
  await insertRow(connection, "hostedPacks", { id, projectId, digest, bytes, state: "pending", changedAt: now });
}

/** Returns false if the pack is gone: the change took so long that the sweep removed it. */
export async function recordPack(tx: Connection, id: string, now: number): Promise<boolean> {
  const recorded = tx.updateTable("hostedPacks").set({ state: "current", changedAt: now }).returning("id");
  return hasRow(recorded.where((pack) => pack.and({ id, state: "pending" })));
}

export async function replacePacks(tx: Connection, ids: readonly string[], now: number): Promise<void> {
  await tx
    .updateTable("hostedPacks")
    .set({ state: "replaced", changedAt: now })
    .where("id", "in", [...ids])
    .execute();
}

/**
 * Returns false if the pack is no longer pending. It may be recorded: a commit can succeed although its reply was lost.
 */
export async function deletePendingPack(connection: Connection, id: string): Promise<boolean> {
  const pending = connection.deleteFrom("hostedPacks").where((pack) => pack.and({ id, state: "pending" }));
  return hasRow(pending.returning("id"));
}

/** Deletes the rows of packs that were never recorded, were replaced a while ago, or belong to a deleted repository. */
export async function deleteUnneededPacks(
  connection: Connection,
  { pendingBefore, replacedBefore }: { pendingBefore: number; replacedBefore: number },
): Promise<void> {
  const repositories = connection.selectFrom("hostedRepositories").select("projectId");
  const packs = connection.deleteFrom("hostedPacks");
  await packs.where("state", "=", "pending").where("changedAt", "<", pendingBefore).execute();
  await packs.where("state", "=", "replaced").where("changedAt", "<", replacedBefore).execute();
  await packs.where("state", "!=", "pending").where("projectId", "not in", repositories).execute();
}

/** The IDs of all uploads, including pending ones, of one project or of all projects. */
export async function listPackIds(connection: Connection, projectId?: string): Promise<Set<string>> {
  let query = connection.selectFrom("hostedPacks").select("id");
  if (projectId !== undefined) {
    query = query.where("projectId", "=", projectId);
  }
  return new Set((await query.execute()).map(({ id }) => id));
}

/** Projects with more packs than this, most packs first. */
export async function listScatteredRepositories(connection: Connection, packsMax: number, limit: number) {
  const rows = await connection
    .selectFrom("hostedPacks")
    .select("projectId")
    .where("state", "=", "current")
    .groupBy("projectId")
    .having((group) => group.fn.countAll(), ">", packsMax)
    .orderBy((group) => group.fn.countAll(), "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.projectId);
}

/** The size of a repository in the artifact store. */
export async function repositoryBytes(connection: Connection, projectId: string): Promise<number> {
  const row = await connection
    .selectFrom("hostedPacks")
    .select((pack) => pack.fn.sum("bytes").as("bytes"))
    .where("projectId", "=", projectId)
    .where("state", "=", "current")
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** The size of an organization's hosted repositories in the artifact store. */
export async function hostedBytes(connection: Connection, organizationId: string): Promise<number> {
  const row = await connection
    .selectFrom("hostedPacks")
    .innerJoin("projects", "projects.id", "hostedPacks.projectId")
    .select((pack) => pack.fn.sum("hostedPacks.bytes").as("bytes"))
    .where("projects.organizationId", "=", organizationId)
    .where("hostedPacks.state", "=", "current")
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}
