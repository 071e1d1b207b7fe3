import type { Connection } from "../../platform/db/database.ts";

/** The number of changed files in each of these drafts. */
export async function countDraftFiles(
  connection: Connection,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (draftIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom("draftFiles")
    .select((row) => ["draftId", row.fn.countAll<number>().as("files")])
    .where("draftId", "in", draftIds)
    .groupBy("draftId")
    .execute();
  return new Map(rows.map(({ draftId, files }) => [draftId, Number(files)]));
}

export async function countOpenDrafts(connection: Connection, projectId: string): Promise<number> {
  const row = await connection
    .selectFrom("drafts")
    .select((draft) => draft.fn.countAll<number>().as("drafts"))
    .where("projectId", "=", projectId)
    .where("status", "in", ["open", "review"])
    .executeTakeFirstOrThrow();
  return Number(row.drafts);
}

/** The keys of a draft's media objects. */
export async function listObjectKeys(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draftFiles")
    .select("objectKey")
    .where("draftId", "=", draftId)
    .where("objectKey", "is not", null)
    .execute();
  return rows.flatMap(({ objectKey }) => objectKey ?? []);
}

/** The keys of all media objects in a project's drafts, for backups of the server's data. */
export async function listProjectObjectKeys(connection: Connection, projectId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draftFiles")
    .innerJoin("drafts", "drafts.id", "draftFiles.draftId")
    .select("draftFiles.objectKey")
    .where("drafts.projectId", "=", projectId)
    .where("draftFiles.objectKey", "is not", null)
    .execute();
  return rows.flatMap(({ objectKey }) => objectKey ?? []);
}

/** Returns those of the given objects that a draft refers to. */
export async function findUsedObjects(connection: Connection, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await connection.selectFrom("draftFiles").select("objectKey").where("objectKey", "in", keys).execute();
  return new Set(rows.flatMap(({ objectKey }) => objectKey ?? []));
}

/** Deletes everything in a draft except its row. */
export async function deleteDraftContent(tx: Connection, draftId: string): Promise<void> {
  await tx.deleteFrom("draftFiles").where("draftId", "=", draftId).execute();
  await tx.deleteFrom("draftUpdates").where("draftId", "=", draftId).execute();
  await tx.deleteFrom("draftPresence").where("draftId", "=", draftId).execute();
  await tx.deleteFrom("draftComments").where("draftId", "=", draftId).execute();
}

/** Drafts that ended before this time, oldest first. */
export async function listEndedDrafts(connection: Connection, before: number, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("drafts")
    .select("id")
    .where("status", "in", ["published", "discarded"])
    .where("updatedAt", "<", before)
    .orderBy("updatedAt")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteDraft(tx: Connection, draftId: string): Promise<void> {
  await tx.deleteFrom("drafts").where("id", "=", draftId).execute();
}
