import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { listOpenUpdateIds, moveUpdate } from "./store.ts";
import { updateJobKind } from "./trigger-update.ts";

/** Ends a queued or running update. Other updates built together with it continue. */
export async function cancelUpdate(
  { queue, clock }: { queue: Queue; clock: Clock },
  tx: Connection,
  id: string,
): Promise<void> {
  await moveUpdate(tx, id, "failure", "The update was canceled.", clock.now());
  await queue.cancel(tx, updateJobKind, id);
}

/** Stops all work on the updates of a project that is about to be deleted. */
export async function cancelUpdatesOf({ queue }: { queue: Queue }, tx: Connection, projectId: string): Promise<void> {
  for (const id of await listOpenUpdateIds(tx, projectId)) {
    await queue.cancel(tx, updateJobKind, id);
  }
}
