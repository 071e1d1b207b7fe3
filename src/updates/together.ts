import type { Connection } from "../platform/db/database.ts";
import { findUpdate, listOpenUpdates, moveUpdate } from "./store.ts";
import { isEnded, type Update } from "./update.ts";

/** Starts what waits for the same address: all of it is built at once. What comes later is not taken in. */
export async function takeTogether(tx: Connection, update: Update, now: number): Promise<Update[]> {
  const waiting = update.kind === "build" ? await listOpenUpdates(tx, update.projectId, update.subdomain) : [update];
  for (const { id, status } of waiting) {
    if (status === "queued") {
      await moveUpdate(tx, id, "in_progress", "The update is running.", now);
    }
  }
  // Its own comes first: it names the work tree.
  return waiting.toSorted((a, b) => Number(b.id === update.id) - Number(a.id === update.id));
}

/** Those that were started together with this one and have not ended. */
export async function listRunning(tx: Connection, update: Update): Promise<Update[]> {
  const open = update.kind === "build" ? await listOpenUpdates(tx, update.projectId, update.subdomain) : [update];
  return open
    .filter(({ id, status }) => id === update.id || status === "in_progress")
    .filter(({ status }) => !isEnded(status));
}

/** Without those that were cancelled while we built. */
export async function stillRunning(tx: Connection, updates: readonly Update[]): Promise<Update[]> {
  const found = await Promise.all(updates.map(({ id }) => findUpdate(tx, id)));
  return found.filter((update) => update !== undefined).filter(({ status }) => status === "in_progress");
}
