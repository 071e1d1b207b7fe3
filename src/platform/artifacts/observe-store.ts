import { defineCounter } from "../measures/measure.ts";
import { annotateSpan, traced } from "../tracing/traced.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { abortedError, StorageFailed } from "./storage-error.ts";

const operations = ["put", "find", "read", "open", "list", "remove", "ping"] as const;

type Operation = (typeof operations)[number];

export const storeErrors = defineCounter(
  "lectern_store_errors_total",
  "Failed operations of the artifact store, by operation.",
  { operation: operations },
);

/** The same store, with its errors counted and its operations traced. */
export function observeStore(store: ObjectStore, kind: "folder" | "s3"): ObjectStore {
  const attributes = { "lectern.store": kind };
  async function observed<Value>(operation: Operation, signal: AbortSignal, work: () => Promise<Value>) {
    return traced(`store ${operation}`, { kind: "client", attributes }, work).catch((error: unknown) => {
      throw counted(operation, signal, error);
    });
  }
  return {
    ...store,
    put: (objects, signal) =>
      observed("put", signal, () => {
        annotateSpan({ "lectern.objects": objects.length });
        return store.put(objects, signal);
      }),
    find: (keys, signal) =>
      observed("find", signal, () => {
        annotateSpan({ "lectern.objects": keys.length });
        return store.find(keys, signal);
      }),
    read: (key, bytesMax, signal) => observed("read", signal, () => store.read(key, bytesMax, signal)),
    open: (key, range, signal) => observed("open", signal, () => store.open(key, range, signal)),
    list: (prefix, signal) => observedList(store, prefix, signal),
    remove: (keys, signal) => observed("remove", signal, () => store.remove(keys, signal)),
    removeAll: (prefix, signal) => observed("remove", signal, () => store.removeAll(prefix, signal)),
    ping: (signal) => observed("ping", signal, () => store.ping(signal)),
  };
}

async function* observedList(store: ObjectStore, prefix: string, signal: AbortSignal): AsyncGenerator<StoredObject> {
  try {
    yield* store.list(prefix, signal);
  } catch (error) {
    throw counted("list", signal, error);
  }
}

// A canceled operation says nothing about the store, unless its time limit canceled it.
function counted(operation: Operation, signal: AbortSignal, error: unknown): unknown {
  const failure = signal.aborted ? abortedError(signal) : error;
  if (!signal.aborted || failure instanceof StorageFailed) storeErrors.add({ operation });
  return failure;
}
