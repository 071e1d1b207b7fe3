import type { UnsentEdits, UnsentStore } from "./unsent-store.ts";

const databaseName = "lectern-editor";
const storeName = "unsent";
/**
 * The maximum number of records, each at most a few pages long. No record is dropped: if the store is full, later edits
 * aren't kept.
 */
const recordsMax = 500;

/** Keeps unsent edits in IndexedDB. */
export function browserStore(): UnsentStore {
  let opening: Promise<IDBDatabase> | undefined;
  const run = async <Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<Result>) => {
    opening ??= openDatabase();
    opening.catch(() => (opening = undefined));
    const transaction = (await opening).transaction(storeName, mode, { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The browser couldn't store the edits."));
    });
    const result = await work(transaction.objectStore(storeName));
    await done;
    return result;
  };
  return {
    list: (draftId) =>
      run("readonly", (store) => answer<UnsentEdits[]>(store.getAll(IDBKeyRange.bound(`${draftId}/`, `${draftId}0`)))),
    put: (edits) =>
      run("readwrite", async (store) => {
        const [count, known] = await Promise.all([answer(store.count()), answer(store.getKey(edits.key))]);
        if (count >= recordsMax && known === undefined) throw new Error("Too many edits are kept in this browser.");
        await answer(store.put(edits));
      }),
    remove: ({ key, at }) =>
      run("readwrite", async (store) => {
        const found = await answer<UnsentEdits | undefined>(store.get(key));
        if (found?.at === at) await answer(store.delete(key));
      }),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "key" });
  return answer(request);
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
