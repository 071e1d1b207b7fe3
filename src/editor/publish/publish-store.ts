import type { Connection } from "../../platform/db/database.ts";
import type { DraftCommentRow } from "../../platform/db/tables/editor.ts";
import type { EditorDraft } from "../draft.ts";

/** Every page of the draft that someone has opened, changed or not. */
export async function listOpenedPaths(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draftUpdates")
    .select("path")
    .distinct()
    .where("draftId", "=", draftId)
    .execute();
  return rows.map(({ path }) => path);
}

/** Records the commit that a person has merged a file with. */
export async function markMerged(tx: Connection, draftId: string, path: string, sha: string): Promise<void> {
  await tx
    .updateTable("draftFiles")
    .set({ baseSha: sha })
    .where("draftId", "=", draftId)
    .where("path", "=", path)
    .execute();
}

/**
 * Moves the draft and all its files to another base commit. Returns false if the draft changed since the caller read
 * it.
 */
export async function putBase(
  tx: Connection,
  { id, revision }: Pick<EditorDraft, "id" | "revision">,
  { sha, now }: { sha: string; now: number },
): Promise<boolean> {
  await tx.updateTable("draftFiles").set({ baseSha: null }).where("draftId", "=", id).execute();
  const row = await tx
    .updateTable("drafts")
    .set((draft) => ({ baseSha: sha, revision: draft("revision", "+", 1), updatedAt: now }))
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("status", "in", ["open", "review"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the draft. Returns false if the draft changed since the caller read it. */
export async function putPublished(
  tx: Connection,
  { id, revision }: Pick<EditorDraft, "id" | "revision">,
  { sha, title, now }: { sha: string; title: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable("drafts")
    .set((draft) => ({
      status: "published" as const,
      headSha: sha,
      title,
      revision: draft("revision", "+", 1),
      updatedAt: now,
    }))
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("status", "in", ["open", "review"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the commit that was made from the draft. This isn't a change of the draft. */
export async function noteHead(tx: Connection, draftId: string, sha: string): Promise<void> {
  await tx.updateTable("drafts").set({ headSha: sha }).where("id", "=", draftId).execute();
}

const threadsMax = 200;

/** Unresolved comments with their replies, oldest first. */
export async function listOpenComments(
  connection: Connection,
  draftId: string,
): Promise<Pick<DraftCommentRow, "id" | "path" | "parentId" | "kind" | "body" | "authorName">[]> {
  return connection
    .selectFrom("draftComments")
    .select(["id", "path", "parentId", "kind", "body", "authorName"])
    .where("draftId", "=", draftId)
    .where("status", "=", "open")
    .orderBy("id")
    .limit(threadsMax)
    .execute();
}

/** Ends the review of a draft, unless another review was requested meanwhile. */
export async function putReviewEnd(
  tx: Connection,
  { id, pullRequest }: Pick<EditorDraft, "id" | "pullRequest">,
  { status, now }: { status: "open" | "published"; now: number },
): Promise<void> {
  await tx
    .updateTable("drafts")
    .set((draft) => ({
      status,
      ...(status === "open" && { pullRequest: null, pullRequestUrl: null }),
      revision: draft("revision", "+", 1),
      updatedAt: now,
    }))
    .where("id", "=", id)
    .where("status", "=", "review")
    .where("pullRequest", "=", pullRequest?.number ?? null)
    .execute();
}
