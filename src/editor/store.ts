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
    .where("projectId", "=", projectId)
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  return row && toDraft(row);
}

/** Those that are not over, newest first. */
export async function listOpenDrafts(connection: Connection, projectId: string): Promise<EditorDraft[]> {
  const rows = await connection
    .selectFrom("drafts")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("status", "in", ["open", "review"])
    .orderBy("id", "desc")
    .limit(draftLimits.draftsMax)
    .execute();
  return rows.map(toDraft);
}

type DraftChange = Partial<
  Pick<DraftRow, "title" | "status" | "baseSha" | "headSha" | "pullRequest" | "pullRequestUrl">
>;

/** Returns the draft as it is now, or undefined if it is gone. Every change counts as a revision. */
export async function updateDraft(
  tx: Connection,
  id: string,
  change: DraftChange,
  now: number,
): Promise<EditorDraft | undefined> {
  const row = await tx
    .updateTable("drafts")
    .set((draft) => ({ ...change, revision: draft("revision", "+", 1), updatedAt: now }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toDraft(row);
}

export async function listDraftFiles(connection: Connection, draftId: string): Promise<DraftFile[]> {
  const rows = await connection
    .selectFrom("draftFiles")
    .selectAll()
    .where("draftId", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(toFile);
}

/** A text for each file that the draft changes, different after every change. The contents may be large and aren't read. */
export async function listFileStamps(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draftFiles")
    .select(["path", "kind", "sequence", "bytes", "updatedAt"])
    .where("draftId", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(({ path, kind, sequence, bytes, updatedAt }) => [path, kind, sequence, bytes, updatedAt].join(" "));
}

export async function findDraftFile(
  connection: Connection,
  draftId: string,
  path: string,
): Promise<DraftFile | undefined> {
  const row = await connection
    .selectFrom("draftFiles")
    .selectAll()
    .where("draftId", "=", draftId)
    .where("path", "=", path)
    .executeTakeFirst();
  return row && toFile(row);
}

/** Adds the file or replaces it. */
export async function putDraftFile(
  tx: Connection,
  draftId: string,
  { path, kind, content, objectKey, bytes, movedFrom, sequence }: Omit<DraftFile, "updatedAt" | "baseSha">,
  by: { id: string; now: number },
): Promise<void> {
  const row: DraftFileRow = {
    draftId,
    path,
    kind,
    content,
    objectKey,
    bytes,
    movedFrom,
    baseSha: null,
    sequence,
    updatedBy: by.id,
    updatedAt: by.now,
  };
  // Editing a file again doesn't undo that its conflict was resolved.
  const { draftId: _draft, path: _path, baseSha: _base, ...changed } = row;
  await tx
    .insertInto("draftFiles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["draftId", "path"]).doUpdateSet(changed))
    .execute();
}

/** The draft no longer changes the file, but people may still have it open. */
export async function forgetDraftFile(tx: Connection, draftId: string, path: string): Promise<void> {
  await tx.deleteFrom("draftFiles").where("draftId", "=", draftId).where("path", "=", path).execute();
}

/** The draft no longer changes the file; its updates are forgotten too. */
export async function deleteDraftFile(tx: Connection, draftId: string, path: string): Promise<void> {
  // Otherwise an update that somebody stores at this moment would survive without the text that it builds on.
  await lockDraft(tx, draftId);
  await tx.deleteFrom("draftUpdates").where("draftId", "=", draftId).where("path", "=", path).execute();
  await forgetDraftFile(tx, draftId, path);
}

function toRow(draft: EditorDraft): DraftRow {
  return {
    id: draft.id,
    organizationId: draft.organizationId,
    projectId: draft.projectId,
    authorId: draft.author.id,
    authorName: draft.author.name,
    authorEmail: draft.author.email,
    title: draft.title,
    branch: draft.branch,
    baseBranch: draft.baseBranch,
    baseSha: draft.baseSha,
    headSha: draft.headSha,
    status: draft.status,
    pullRequest: draft.pullRequest?.number ?? null,
    pullRequestUrl: draft.pullRequest?.url ?? null,
    revision: draft.revision,
    createdAt: draft.createdAt,
    updatedAt: draft.updatedAt,
  };
}

function toDraft(row: DraftRow): EditorDraft {
  return {
    id: row.id,
    organizationId: row.organizationId,
    projectId: row.projectId,
    author: { id: row.authorId, name: row.authorName, email: row.authorEmail },
    title: row.title,
    branch: row.branch,
    baseBranch: row.baseBranch,
    baseSha: row.baseSha,
    headSha: row.headSha,
    status: row.status,
    pullRequest: row.pullRequest === null ? null : { number: Number(row.pullRequest), url: row.pullRequestUrl ?? "" },
    revision: Number(row.revision),
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.updatedAt),
  };
}

function toFile(row: DraftFileRow): DraftFile {
  return {
    path: row.path,
    kind: row.kind,
    content: row.content,
    objectKey: row.objectKey,
    bytes: Number(row.bytes),
    movedFrom: row.movedFrom,
    baseSha: row.baseSha,
    sequence: Number(row.sequence),
    updatedAt: Number(row.updatedAt),
  };
}
