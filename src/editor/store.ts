import type { Connection } from "../platform/db/database.ts";
import type { DraftFileRow, DraftRow } from "../platform/db/tables.ts";
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

/** Open drafts, newest first. */
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

/** Returns the updated draft, or undefined if it no longer exists. Every change increments the revision. */
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

/** A file that a draft changes, without its content. */
export interface FileStamp extends Pick<DraftFileRow, "path" | "kind" | "objectKey" | "bytes"> {
  /** Changes whenever the content changes. */
  stamp: string;
}

/** The changed files of a draft. The contents may be large and aren't read. */
export async function listFileStamps(connection: Connection, draftId: string): Promise<FileStamp[]> {
  const rows = await connection
    .selectFrom("draftFiles")
    .select(["path", "kind", "objectKey", "bytes", "sequence", "updatedAt"])
    .where("draftId", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(({ sequence, updatedAt, ...file }) => ({
    ...file,
    bytes: Number(file.bytes),
    stamp: [file.kind, sequence, updatedAt, file.bytes, file.objectKey ?? ""].join(":"),
  }));
}

/** The texts of the given files, by path. */
export async function readFileTexts(
  connection: Connection,
  draftId: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const rows = await connection
    .selectFrom("draftFiles")
    .select(["path", "content"])
    .where("draftId", "=", draftId)
    .where("path", "in", paths)
    .execute();
  return new Map(rows.map(({ path, content }) => [path, content ?? ""]));
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

/** Inserts or replaces the file. */
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
    updatedAt: by.now,
  };
  // Editing a file again doesn't reset its resolved conflict.
  const { draftId: _draft, path: _path, baseSha: _base, ...changed } = row;
  await tx
    .insertInto("draftFiles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["draftId", "path"]).doUpdateSet(changed))
    .execute();
  await recordDraftEditors(tx, draftId, [by.id]);
}

/** Records who has changed a file of the draft. */
export async function recordDraftEditors(tx: Connection, draftId: string, ids: readonly string[]): Promise<void> {
  await tx
    .insertInto("draftEditors")
    .values(ids.map((userId) => ({ draftId, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The IDs of everyone who has changed a file of the draft. */
export async function listDraftEditors(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection.selectFrom("draftEditors").select("userId").where("draftId", "=", draftId).execute();
  return rows.map(({ userId }) => userId);
}

/** Stores that the draft removes the file. */
export async function putRemovedFile(
  tx: Connection,
  draftId: string,
  path: string,
  by: { id: string; now: number },
): Promise<void> {
  const gone = { kind: "removed", content: null, objectKey: null, bytes: 0, movedFrom: null, sequence: 0 } as const;
  await putDraftFile(tx, draftId, { path, ...gone }, by);
}

/** Removes the draft's change of the file, but keeps its updates, because people may still have the file open. */
export async function forgetDraftFile(tx: Connection, draftId: string, path: string): Promise<void> {
  await tx.deleteFrom("draftFiles").where("draftId", "=", draftId).where("path", "=", path).execute();
}

/** Removes the draft's change of the file, together with its updates. */
export async function deleteDraftFile(tx: Connection, draftId: string, path: string): Promise<void> {
  // Without this lock, an update that is stored at the same moment would survive without the text that it builds on.
  await lockDraft(tx, draftId);
  await tx.deleteFrom("draftUpdates").where("draftId", "=", draftId).where("path", "=", path).execute();
  await forgetDraftFile(tx, draftId, path);
}

function toRow({ author, pullRequest, ...draft }: EditorDraft): DraftRow {
  return {
    ...draft,
    authorId: author.id,
    authorName: author.name,
    authorEmail: author.email,
    pullRequest: pullRequest?.number ?? null,
    pullRequestUrl: pullRequest?.url ?? null,
  };
}

function toDraft(row: DraftRow): EditorDraft {
  const { authorId, authorName, authorEmail, pullRequest: number, pullRequestUrl, ...draft } = row;
  return {
    ...draft,
    author: { id: authorId, name: authorName, email: authorEmail },
    pullRequest: number === null ? null : { number, url: pullRequestUrl ?? "" },
  };
}

function toFile({ draftId: _draftId, ...file }: DraftFileRow): DraftFile {
  return file;
}
