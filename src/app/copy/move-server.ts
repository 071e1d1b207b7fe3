import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { StorageFailed } from "../../platform/artifacts/storage-error.ts";
import { assertOwnSchema, CopyProblem, type TablePage } from "../../platform/db/copy/fill-tables.ts";
import { hasRows, listTables, readTable, sumTables } from "../../platform/db/copy/read-tables.ts";
import { findDifference, type TableSum } from "../../platform/db/copy/table-sum.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { migrations, schemaVersion } from "../../platform/db/migrate.ts";
import { forEachParallel } from "../../platform/for-each-parallel.ts";
import { listLiveJobs } from "../../platform/queue/copy-jobs.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { listObjects, listProjectObjects, objectBytesMax } from "./referenced-objects.ts";
import { fillDatabase } from "./restore-backup.ts";

export interface MovedObjects {
  objects: number;
  objectBytes: number;
  /** How many objects had to be copied; the others were already in the target with the same content. */
  copied: number;
  /** Objects that are missing or damaged in the source. */
  missing: number;
}

/** Files of sites and parts of packs are at most 50 MB, so this also limits the memory use. */
const objectsAtOnce = 16;

/** Copies every object that the database refers to, and reads each one back. */
export async function moveObjects(
  connection: Connection,
  source: ObjectStore,
  target: ObjectStore,
  onObject: (counts: Readonly<MovedObjects>) => void,
): Promise<MovedObjects> {
  const { signal } = new AbortController();
  const counts: MovedObjects = { objects: 0, objectBytes: 0, copied: 0, missing: 0 };
  const objects = listObjects(source, await listProjectObjects(connection), signal);
  await forEachParallel(objects, objectsAtOnce, signal, async ({ key, read }) => {
    const bytes = await read();
    if (bytes === undefined) {
      counts.missing += 1;
      return;
    }
    const isStored = async () => {
      // Looking for an object in a folder also makes sure that it survives a power failure.
      const size = (await target.find([key], signal)).get(key)?.size;
      return size === bytes.byteLength && (await target.read(key, objectBytesMax, signal))?.equals(bytes) === true;
    };
    if (!(await isStored())) {
      await target.put([{ key, bytes }], signal);
      counts.copied += 1;
      if (!(await isStored())) {
        throw new StorageFailed("an object that was just copied is missing or different in the new store");
      }
    }
    counts.objects += 1;
    counts.objectBytes += bytes.byteLength;
    onObject(counts);
  });
  return counts;
}

export interface TablePlan {
  sums: Readonly<Record<string, TableSum>>;
  /** Whether the target already has this content. */
  isDone: boolean;
}

/** Compares the target with the source before anything is copied. A target with any other content is refused. */
export async function planTables(source: Connection, { query }: Database): Promise<TablePlan> {
  await assertOwnSchema(source);
  const sums = await sumTables(source);
  if (!(await hasRows(query))) {
    return { sums, isDone: false };
  }
  const isCurrent = (await schemaVersion(query)) === migrations.length;
  const difference = isCurrent ? findDifference(sums, await sumTables(query)) : "schema_migrations";
  if (difference !== undefined) {
    throw new CopyProblem(
      `the PostgreSQL database is not empty, and its table ${difference} differs. It was used since an earlier move, or belongs to another server. Move into an empty database`,
    );
  }
  return { sums, isDone: true };
}

export interface MovedTables {
  rows: number;
  jobs: number;
  /** False if the target already had the same content. */
  isCopied: boolean;
}

/** Copies all tables and jobs from SQLite in one transaction, and compares the copies with the originals. */
export async function moveTables(
  source: Connection,
  target: { database: Database; queue: Queue },
  { sums, isDone }: TablePlan,
): Promise<MovedTables> {
  const jobs = await listLiveJobs(source, "sqlite");
  if (!isDone) {
    const tables = { schema: migrations.map(({ name }) => name), pages: readAll(source), sums: () => sums };
    await fillDatabase(target, { tables, jobs });
  }
  const rows = Object.values(sums).reduce((sum, table) => sum + table.rows, 0);
  return { rows, jobs: jobs.length, isCopied: !isDone };
}

async function* readAll(source: Connection): AsyncGenerator<TablePage> {
  for (const table of await listTables(source)) {
    for await (const rows of readTable(source, table)) {
      yield { table: table.name, columns: table.columns, rows };
    }
  }
}
