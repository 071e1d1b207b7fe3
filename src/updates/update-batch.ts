import type { Connection } from "../platform/db/database.ts";
import { findUpdate, listOpenUpdates, moveUpdate } from "./store.ts";
import { isEnded, type Update } from "./update.ts";

/** Starts all queued updates for the same address together, with a single build. Updates triggered later wait. */
export async function startBatch(tx: Connection, update: Update, now: number): Promise<Update[]> {
  const batch = await listOpenBatch(tx, update);
  for (const { id, status } of batch) {
    if (status === "queued") {
      await moveUpdate(tx, id, "in_progress", "The update is running.", now);
    }
  }
  return batch;
}

/** The updates that were started together with this one and have not ended. */
export async function listRunningBatch(tx: Connection, update: Update): Promise<Update[]> {
  const open = await listOpenBatch(tx, update);
  return open.filter(({ id, status }) => (id === update.id ? !isEnded(status) : status === "in_progress"));
}

/** Leaves out updates that were canceled during the build. */
export async function listStillRunning(tx: Connection, updates: readonly Update[]): Promise<Update[]> {
  const found = await Promise.all(updates.map(({ id }) => findUpdate(tx, id)));
  return found.filter((update) => update !== undefined).filter(({ status }) => status === "in_progress");
}

async function listOpenBatch(tx: Connection, update: Update): Promise<Update[]> {
  return update.kind === "build" ? listOpenUpdates(tx, update.projectId, update.subdomain) : [update];
}
