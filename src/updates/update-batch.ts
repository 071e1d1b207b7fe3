import type { Connection } from "../platform/db/database.ts";
import { inLockOrder } from "../platform/db/lock-order.ts";
import { listOpenUpdates, lockUpdate, moveUpdate } from "./store.ts";
import { isEnded, type Update } from "./update.ts";

/** Starts all queued updates for the same address together, with a single build. Updates triggered later wait. */
export async function startBatch(tx: Connection, update: Update, now: number): Promise<Update[]> {
  const batch = await lockOpenBatch(tx, update);
  for (const { id, status } of batch) {
    if (status === "queued") {
      await moveUpdate(tx, id, "in_progress", "The update is running.", now);
    }
  }
  return batch;
}

/** The updates that were started together with this one and have not ended. */
export async function listRunningBatch(tx: Connection, update: Update): Promise<Update[]> {
  const open = await lockOpenBatch(tx, update);
  return open.filter(({ id, status }) => id === update.id || status === "in_progress");
}

/** Leaves out updates that were canceled during the build. */
export async function listStillRunning(tx: Connection, updates: readonly Update[]): Promise<Update[]> {
  return (await lockOpen(tx, updates)).filter(({ status }) => status === "in_progress");
}

async function lockOpenBatch(tx: Connection, update: Update): Promise<Update[]> {
  return lockOpen(
    tx,
    update.kind === "build" ? await listOpenUpdates(tx, update.projectId, update.subdomain) : [update],
  );
}

/** The updates that haven't ended. They stay that way until the transaction ends, unless it ends them. */
export async function lockOpen(tx: Connection, updates: readonly Update[]): Promise<Update[]> {
  const open: Update[] = [];
  for (const { id } of inLockOrder(updates, (update) => update.id)) {
    const update = await lockUpdate(tx, id);
    if (update !== undefined && !isEnded(update.status)) open.push(update);
  }
  return open;
}
