import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import { listOpenUpdateIds, moveUpdate } from "./store.ts";
import { type TriggerDeps, updateJobKind } from "./trigger-update.ts";

/** Ends a queued or running update. Other updates built together with it continue. */
export async function cancelUpdate({ queue, clock }: TriggerDeps, tx: Connection, id: string): Promise<void> {
  await moveUpdate(tx, id, "failure", "The update was canceled.", clock.now());
  await queue.cancel(tx, updateJobKind, id);
}

/** Stops all work on the updates of a project that is about to be deleted. */
export async function cancelUpdatesOf({ queue }: Pick<Services, "queue">, tx: Connection, projectId: string) {
  for (const id of await listOpenUpdateIds(tx, projectId)) {
    await queue.cancel(tx, updateJobKind, id);
  }
}
