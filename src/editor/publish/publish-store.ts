import type { Connection } from "../../platform/db/database.ts";
import type { DraftRow } from "../../platform/db/tables.ts";
import type { EditorDraft } from "../draft.ts";

/** Every page of the draft that someone has opened, whether it is changed or not. */
export async function listOpenedPaths(connection: Connection, draftId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("draftUpdates")
    .select("path")
    .distinct()
    .where("draftId", "=", draftId)
    .execute();
  return rows.map(({ path }) => path);
}

/** Records the commit with which a person has merged a file. */
export async function markMerged(tx: Connection, draftId: string, path: string, sha: string): Promise<void> {
  await tx
    .updateTable("draftFiles")
    .set({ baseSha: sha })
    .where("draftId", "=", draftId)
    .where("path", "=", path)
    .execute();
}

/**
 * Moves the draft and all its files to another base commit. Returns false if the draft has changed since the caller
 * read it.
 */
export async function putBase(
  tx: Connection,
  draft: Pick<EditorDraft, "id" | "revision">,
  { sha, now }: { sha: string; now: number },
): Promise<boolean> {
  await tx.updateTable("draftFiles").set({ baseSha: null }).where("draftId", "=", draft.id).execute();
  return updateUnchanged(tx, draft, { baseSha: sha }, now);
}

/** Changes the draft. Returns false if the draft has changed since the caller read it. */
export async function updateUnchanged(
  tx: Connection,
  { id, revision }: Pick<EditorDraft, "id" | "revision">,
  change: Partial<Pick<DraftRow, "baseSha" | "headSha" | "status" | "title">>,
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable("drafts")
    .set((draft) => ({ ...change, revision: draft("revision", "+", 1), updatedAt: now }))
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("status", "in", ["open", "review"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the commit that was made from the draft. This doesn't count as a change of the draft. */
export async function noteHead(tx: Connection, draftId: string, sha: string): Promise<void> {
  await tx.updateTable("drafts").set({ headSha: sha }).where("id", "=", draftId).execute();
}

/** Ends the review of a draft, unless another review was requested in the meantime. */
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
