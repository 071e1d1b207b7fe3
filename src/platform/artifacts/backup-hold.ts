import { holdsPrefix, probesPrefix } from "./artifact-keys.ts";
import { holdNamespace, NamespaceBusy } from "./hold-namespace.ts";
import type { ObjectStore } from "./object-store.ts";
import { StorageFailed } from "./storage-error.ts";

/** Can't be mistaken for a project's namespace, which is the project's ID. */
const namespace = "backups";
/** Backups skip holds and the objects of health checks. */
const isCopied = (key: string) => key.split("/")[1] !== "holds" && !key.startsWith(probesPrefix);

/**
 * Prevents the removal of any object while the work runs. Waits for collections in these namespaces that began earlier.
 * If the process dies, the hold expires like any other.
 */
export function holdObjects<Value>(
  objects: ObjectStore,
  listNamespaces: () => Promise<readonly string[]>,
  signal: AbortSignal,
  work: (signal: AbortSignal, assertHeld: () => void) => Promise<Value>,
): Promise<Value> {
  return holdNamespace(objects, { namespace, kind: "backup" }, signal, async (hold) => {
    for (const collected of await listNamespaces()) {
      await holdNamespace(objects, { namespace: collected, kind: "backup" }, hold.signal, async () => {});
    }
    return work(hold.signal, hold.assertHeld);
  });
}

/**
 * A store that removes nothing while a backup runs. Callers read from the database which objects to remove. If they did
 * so before the backup's snapshot, the backup doesn't need those objects; if later, the hold already exists.
 */
export function respectBackups(objects: ObjectStore): ObjectStore {
  async function unlessHeld(signal: AbortSignal, removal: () => Promise<void>): Promise<void> {
    if (!(await hasHolds(objects, signal))) {
      return removal();
    }
    try {
      // An existing hold may be left over from a process that died, so its age has to be checked.
      await holdNamespace(objects, { namespace, kind: "collect" }, signal, removal);
    } catch (error) {
      throw error instanceof NamespaceBusy
        ? new StorageFailed("a backup is running, and nothing is removed until it ends")
        : error;
    }
  }
  return {
    ...objects,
    remove: (keys, signal) =>
      keys.some(isCopied) ? unlessHeld(signal, () => objects.remove(keys, signal)) : objects.remove(keys, signal),
    removeAll: (prefix, signal) => unlessHeld(signal, () => objects.removeAll(prefix, signal)),
  };
}

async function hasHolds(objects: ObjectStore, signal: AbortSignal): Promise<boolean> {
  for await (const _hold of objects.list(holdsPrefix(namespace), signal)) {
    return true;
  }
  return false;
}
