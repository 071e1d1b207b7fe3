import type { NewObject, ObjectStore } from "../../platform/artifacts/object-store.ts";
import { fillTables, type TableContent } from "../../platform/db/copy/fill-tables.ts";
import type { Database } from "../../platform/db/database.ts";
import { deleteJobs } from "../../platform/queue/copy-jobs.ts";
import type { NewJob, Queue } from "../../platform/queue/queue.ts";
import { readStoredObjects } from "./read-backup.ts";

const batchBytes = 16 * 1024 * 1024;
const batchObjects = 64;

/** Puts every object of a backup into the store. Safe to repeat. */
export async function restoreObjects(objects: ObjectStore, path: string, signal: AbortSignal): Promise<number> {
  let batch: NewObject[] = [];
  let bytes = 0;
  let restored = 0;
  const flush = async () => {
    await objects.put(batch, signal);
    restored += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const object of readStoredObjects(path, signal)) {
    batch.push(object);
    bytes += object.bytes.byteLength;
    if (bytes >= batchBytes || batch.length === batchObjects) {
      await flush();
    }
  }
  await flush();
  return restored;
}

export interface ServerContent {
  tables: TableContent;
  jobs: readonly NewJob[];
}

/** Replaces the content of a database in one transaction. Jobs that were running are queued again. */
export async function fillDatabase(
  { database, queue }: { database: Database; queue: Queue },
  { tables, jobs }: ServerContent,
): Promise<void> {
  await database.transaction(
    async (tx) => {
      await fillTables(tx, database.dialect, tables);
      await deleteJobs(tx, database.dialect);
      for (const job of jobs) {
        await queue.enqueue(tx, job);
      }
    },
    { isUnlimited: true },
  );
}
