import type { Connection } from "../platform/db/database.ts";
import { inLockOrder, insertStatusEvent } from "./store.ts";
import type { Author, Commit } from "./update.ts";

/** The commit and the changed files of a running update. */
export interface UpdateHistory {
  id: string;
  commit: Commit;
  author: Author | null;
  /** The commit that is built in place of an older one. */
  builtSha?: string | null;
}

export async function recordHistory(tx: Connection, updates: readonly UpdateHistory[], now: number): Promise<void> {
  const byId = new Map(updates.map((update) => [update.id, update]));
  for (const id of inLockOrder([...byId.keys()])) {
    const update = byId.get(id);
    if (update !== undefined) await recordHistoryOf(tx, update, now);
  }
}

async function recordHistoryOf(
  tx: Connection,
  { id: updateId, commit, author, builtSha = null }: UpdateHistory,
  now: number,
): Promise<void> {
  const row = await tx
    .updateTable("updates")
    .set((update) => ({
      commit_sha: commit.sha,
      commit_ref: commit.ref,
      // If the commit is gone, the message from the git host's webhook is used.
      commit_message: commit.message ?? update.ref("commit_message"),
      files_changed: commit.filesChanged === null ? null : JSON.stringify(commit.filesChanged),
      files_renamed: commit.filesRenamed === undefined ? null : JSON.stringify(commit.filesRenamed),
      built_sha: builtSha,
      // A webhook's author is an account on the git host, which is better than the name in the commit.
      author_name: update.fn.coalesce("author_name", update.val(author?.name ?? null)),
      event_count: update("event_count", "+", 1),
    }))
    .where("id", "=", updateId)
    .where("status", "=", "in_progress")
    .returning(["event_count", "status", "summary"])
    .executeTakeFirst();
  if (row !== undefined) {
    await insertStatusEvent(tx, updateId, row.event_count, row.status, row.summary, now);
  }
}
