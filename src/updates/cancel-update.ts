import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { moveUpdate } from "./store.ts";
import { updateJobKind } from "./trigger-update.ts";

/** Ends an update that waits or runs; one that has ended cannot be cancelled any more. Others built with it go on. */
export async function cancelUpdate(
  { queue, clock }: { queue: Queue; clock: Clock },
  tx: Connection,
  id: string,
): Promise<void> {
  await moveUpdate(tx, id, "failure", "The update was cancelled.", clock.now());
  await queue.cancel(tx, updateJobKind, id);
}
