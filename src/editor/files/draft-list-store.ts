import type { Connection } from "../../platform/db/database.ts";

/** The number of changed files in each of these drafts. */
export async function countDraftFiles(
  connection: Connection,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (draftIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom("draft_files")
    .select((row) => ["draft_id", row.fn.countAll<number>().as("files")])
    .where("draft_id", "in", draftIds)
    .groupBy("draft_id")
    .execute();
  return new Map(rows.map(({ draft_id, files }) => [draft_id, Number(files)]));
}

export async function countOpenDrafts(connection: Connection, projectId: string): Promise<number> {
  const row = await connection
    .selectFrom("drafts")
    .select((draft) => draft.fn.countAll<number>().as("drafts"))
    .where("project_id", "=", projectId)
    .where("status", "in", ["open", "review"])
    .executeTakeFirstOrThrow();
  return Number(row.drafts);
}

/** The keys of a draft's media objects. */
export async function listObjectKeys(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draft_files")
    .select("object_key")
    .where("draft_id", "=", draftId)
    .where("object_key", "is not", null)
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
}

/** The keys of all media objects in a project's drafts, for backups of the server's data. */
export async function listProjectObjectKeys(connection: Connection, projectId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draft_files")
    .innerJoin("drafts", "drafts.id", "draft_files.draft_id")
    .select("draft_files.object_key")
    .where("drafts.project_id", "=", projectId)
    .where("draft_files.object_key", "is not", null)
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
}

/** Those of the given objects that a draft refers to. */
export async function findUsedObjects(connection: Connection, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await connection
    .selectFrom("draft_files")
    .select("object_key")
    .where("object_key", "in", keys)
    .execute();
  return new Set(rows.flatMap(({ object_key }) => object_key ?? []));
}

/** Deletes everything in a draft except its row. */
export async function deleteDraftContent(tx: Connection, draftId: string): Promise<void> {
  await tx.deleteFrom("draft_files").where("draft_id", "=", draftId).execute();
  await tx.deleteFrom("draft_updates").where("draft_id", "=", draftId).execute();
  await tx.deleteFrom("draft_presence").where("draft_id", "=", draftId).execute();
  await tx.deleteFrom("draft_comments").where("draft_id", "=", draftId).execute();
}

/** Drafts that ended before this time, oldest first. */
export async function listEndedDrafts(connection: Connection, before: number, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("drafts")
    .select("id")
    .where("status", "in", ["published", "discarded"])
    .where("updated_at", "<", before)
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteDraft(tx: Connection, draftId: string): Promise<void> {
  await tx.deleteFrom("drafts").where("id", "=", draftId).execute();
}
