import type { Connection } from "../platform/db/database.ts";
import type { DraftFileRow, DraftRow } from "../platform/db/tables/editor.ts";
import { type DraftFile, draftLimits, type EditorDraft } from "./draft.ts";
import { lockDraft } from "./text-store.ts";

export async function insertDraft(tx: Connection, draft: EditorDraft): Promise<void> {
  await tx.insertInto("drafts").values(toRow(draft)).execute();
}

export async function findDraft(
  connection: Connection,
  organizationId: string,
  projectId: string,
  id: string,
): Promise<EditorDraft | undefined> {
  const row = await connection
    .selectFrom("drafts")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && toDraft(row);
}

/** Open drafts, newest first. */
export async function listOpenDrafts(connection: Connection, projectId: string): Promise<EditorDraft[]> {
  const rows = await connection
    .selectFrom("drafts")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("status", "in", ["open", "review"])
    .orderBy("id", "desc")
    .limit(draftLimits.draftsMax)
    .execute();
  return rows.map(toDraft);
}

type DraftChange = Partial<
  Pick<DraftRow, "title" | "status" | "base_sha" | "head_sha" | "pull_request" | "pull_request_url">
>;

/** Returns the updated draft, or undefined if it no longer exists. Every change increments the revision. */
export async function updateDraft(
  tx: Connection,
  id: string,
  change: DraftChange,
  now: number,
): Promise<EditorDraft | undefined> {
  const row = await tx
    .updateTable("drafts")
    .set((draft) => ({ ...change, revision: draft("revision", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toDraft(row);
}

export async function listDraftFiles(connection: Connection, draftId: string): Promise<DraftFile[]> {
  const rows = await connection
    .selectFrom("draft_files")
    .selectAll()
    .where("draft_id", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(toFile);
}

/**
 * A stamp for each file that the draft changes, different after every change. The contents may be large and aren't
 * read.
 */
export async function listFileStamps(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draft_files")
    .select(["path", "kind", "sequence", "bytes", "updated_at"])
    .where("draft_id", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(({ path, kind, sequence, bytes, updated_at }) => [path, kind, sequence, bytes, updated_at].join(" "));
}

export async function findDraftFile(
  connection: Connection,
  draftId: string,
  path: string,
): Promise<DraftFile | undefined> {
  const row = await connection
    .selectFrom("draft_files")
    .selectAll()
    .where("draft_id", "=", draftId)
    .where("path", "=", path)
    .executeTakeFirst();
  return row && toFile(row);
}

/** Inserts or replaces the file. */
export async function putDraftFile(
  tx: Connection,
  draftId: string,
  { path, kind, content, objectKey, bytes, movedFrom, sequence }: Omit<DraftFile, "updatedAt" | "baseSha">,
  by: { id: string; now: number },
): Promise<void> {
  const row: DraftFileRow = {
    draft_id: draftId,
    path,
    kind,
    content,
    object_key: objectKey,
    bytes,
    moved_from: movedFrom,
    base_sha: null,
    sequence,
    updated_by: by.id,
    updated_at: by.now,
  };
  // Editing a file again keeps its conflict marked as resolved.
  const { draft_id: _draft, path: _path, base_sha: _base, ...changed } = row;
  await tx
    .insertInto("draft_files")
    .values(row)
    .onConflict((conflict) => conflict.columns(["draft_id", "path"]).doUpdateSet(changed))
    .execute();
}

/** Removes the draft's change of the file, although people may still have the file open. */
export async function forgetDraftFile(tx: Connection, draftId: string, path: string): Promise<void> {
  await tx.deleteFrom("draft_files").where("draft_id", "=", draftId).where("path", "=", path).execute();
}

/** Removes the draft's change of the file, together with its updates. */
export async function deleteDraftFile(tx: Connection, draftId: string, path: string): Promise<void> {
  // Otherwise an update that is stored at the same moment would survive without the text that it builds on.
  await lockDraft(tx, draftId);
  await tx.deleteFrom("draft_updates").where("draft_id", "=", draftId).where("path", "=", path).execute();
  await forgetDraftFile(tx, draftId, path);
}

function toRow(draft: EditorDraft): DraftRow {
  return {
    id: draft.id,
    organization_id: draft.organizationId,
    project_id: draft.projectId,
    author_id: draft.author.id,
    author_name: draft.author.name,
    author_email: draft.author.email,
    title: draft.title,
    branch: draft.branch,
    base_branch: draft.baseBranch,
    base_sha: draft.baseSha,
    head_sha: draft.headSha,
    status: draft.status,
    pull_request: draft.pullRequest?.number ?? null,
    pull_request_url: draft.pullRequest?.url ?? null,
    revision: draft.revision,
    created_at: draft.createdAt,
    updated_at: draft.updatedAt,
  };
}

function toDraft(row: DraftRow): EditorDraft {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    author: { id: row.author_id, name: row.author_name, email: row.author_email },
    title: row.title,
    branch: row.branch,
    baseBranch: row.base_branch,
    baseSha: row.base_sha,
    headSha: row.head_sha,
    status: row.status,
    pullRequest:
      row.pull_request === null ? null : { number: Number(row.pull_request), url: row.pull_request_url ?? "" },
    revision: Number(row.revision),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function toFile(row: DraftFileRow): DraftFile {
  return {
    path: row.path,
    kind: row.kind,
    content: row.content,
    objectKey: row.object_key,
    bytes: Number(row.bytes),
    movedFrom: row.moved_from,
    baseSha: row.base_sha,
    sequence: Number(row.sequence),
    updatedAt: Number(row.updated_at),
  };
}
