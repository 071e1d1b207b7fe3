import type { Connection } from "../platform/db/database.ts";
import { inLockOrder } from "../platform/db/lock-order.ts";
import { eventColumns, insertStatusEvent } from "./store.ts";
import type { Author, Commit, SourceCommit } from "./update.ts";

/** The commit and the changed files of a running update. */
export interface UpdateHistory {
  id: string;
  commit: Commit;
  author: Author | null;
  /** The commit that is built in place of an older one. */
  builtSha?: string | null;
  sources?: readonly SourceCommit[];
}

export async function recordHistory(tx: Connection, updates: readonly UpdateHistory[], now: number): Promise<void> {
  for (const update of inLockOrder(updates, ({ id }) => id)) await recordHistoryOf(tx, update, now);
}

async function recordHistoryOf(
  tx: Connection,
  { id: updateId, commit, author, builtSha = null, sources = [] }: UpdateHistory,
  now: number,
): Promise<void> {
  const row = await tx
    .updateTable("updates")
    .set((update) => ({
      commitSha: commit.sha,
      commitRef: commit.ref,
      // If the commit is gone, the message from the git host's webhook is used.
      commitMessage: commit.message ?? update.ref("commitMessage"),
      filesChanged: commit.filesChanged === null ? null : JSON.stringify(commit.filesChanged),
      filesRenamed: commit.filesRenamed === undefined ? null : JSON.stringify(commit.filesRenamed),
      builtSha,
      sources: JSON.stringify(sources),
      // A webhook's author is an account on the git host, which is better than the name in the commit.
      authorName: update.fn.coalesce("authorName", update.val(author?.name ?? null)),
      eventCount: update("eventCount", "+", 1),
    }))
    .where("id", "=", updateId)
    .where("status", "=", "in_progress")
    .returning(eventColumns)
    .executeTakeFirst();
  if (row !== undefined) await insertStatusEvent(tx, row, now);
}
