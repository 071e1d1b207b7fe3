import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { holdObjects } from "../../platform/artifacts/backup-hold.ts";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { assertOwnSchema } from "../../platform/db/copy/fill-tables.ts";
import { listTables, readTable } from "../../platform/db/copy/read-tables.ts";
import { type TableSum, TableSummer } from "../../platform/db/copy/table-sum.ts";
import type { Connection } from "../../platform/db/database.ts";
import { migrations } from "../../platform/db/migrate.ts";
import { listLiveJobs } from "../../platform/queue/copy-jobs.ts";
import type { Services } from "../../platform/services.ts";
import { listProjects } from "../../projects/store.ts";
import {
  type BackupManifest,
  EntryDigest,
  headerName,
  manifestName,
  newHeader,
  pieceBytes,
  secretName,
} from "./backup-format.ts";
import { listObjects, listProjectObjects, type ProjectObjects } from "./referenced-objects.ts";

export type BackupDeps = Pick<Services, "clock" | "database" | "objects">;

export interface BackupRequest {
  /** The file to create. */
  path: string;
  withObjects: boolean;
  /** The key in the data folder, unless the settings contain the keys. */
  secretKey: string | undefined;
  secretKeyNames: readonly string[];
}

/**
 * Writes the whole server, as of one moment, to a file. The database is read in one snapshot, then the objects
 * that it refers to: they never change, and nothing is removed while the backup runs.
 */
export async function writeBackup(
  deps: BackupDeps,
  request: BackupRequest,
  signal: AbortSignal,
): Promise<BackupManifest> {
  const listNamespaces = async () => (await listProjects(deps.database.query)).map(({ id }) => id);
  const tar = pack();
  const written = pipeline(tar, createWriteStream(request.path, { flags: "wx", mode: 0o600, flush: true }), { signal });
  // Opening the file may fail before anything awaits it.
  written.catch(() => {});
  try {
    const manifest = await holdObjects(deps.objects, listNamespaces, signal, (held, assertHeld) =>
      writeEntries(deps, request, new EntryWriter(tar), held, assertHeld),
    );
    tar.finalize();
    await written;
    return manifest;
  } catch (error) {
    tar.destroy(error instanceof Error ? error : undefined);
    // If the disk is full, writing the file fails first and causes all other errors.
    await written.catch((cause: unknown) => {
      throw cause instanceof Error && "syscall" in cause ? cause : error;
    });
    throw error;
  }
}

async function writeEntries(
  { database, objects, clock }: BackupDeps,
  request: BackupRequest,
  writer: EntryWriter,
  signal: AbortSignal,
  assertHeld: () => void,
): Promise<BackupManifest> {
  const copied = await database.snapshot(async (connection) => {
    await assertOwnSchema(connection);
    const tables = await listTables(connection);
    await writer.writeJson(
      headerName,
      newHeader({
        createdAt: clock.now(),
        schema: migrations.map(({ name }) => name),
        columns: Object.fromEntries(tables.map(({ name, columns }) => [name, [...columns]])),
        hasObjects: request.withObjects,
        secretKeyNames: [...request.secretKeyNames],
      }),
    );
    if (request.secretKey !== undefined) {
      await writer.write(secretName, Buffer.from(request.secretKey));
    }
    const sums = await writeTables(connection, writer);
    const jobs = await listLiveJobs(connection, database.dialect);
    await writeLines(writer, "jobs", [jobs]);
    return { sums, jobs: jobs.length, projects: await listProjectObjects(connection) };
  });
  const counts = await writeObjects(objects, request.withObjects ? copied.projects : [], writer, signal, assertHeld);
  const manifest = { tables: copied.sums, jobs: copied.jobs, ...counts, digest: writer.digest() };
  await writer.writeJson(manifestName, manifest);
  return manifest;
}

async function writeTables(connection: Connection, writer: EntryWriter): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {};
  for (const table of await listTables(connection)) {
    const summer = new TableSummer();
    await writeLines(writer, `tables/${table.name}`, summed(readTable(connection, table), summer));
    sums[table.name] = summer.sum();
  }
  return sums;
}

async function* summed<Page extends readonly Parameters<TableSummer["add"]>[0][]>(
  pages: AsyncIterable<Page>,
  summer: TableSummer,
): AsyncGenerator<Page> {
  for await (const page of pages) {
    for (const row of page) {
      summer.add(row);
    }
    yield page;
  }
}

/** Writes rows in pieces, because the length of a tar entry must be known before its content is written. */
async function writeLines(
  writer: EntryWriter,
  folder: string,
  pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<void> {
  let lines: Buffer[] = [];
  let bytes = 0;
  let pieces = 0;
  const flush = async () => {
    if (lines.length > 0) {
      await writer.write(`${folder}/${String(pieces).padStart(8, "0")}`, Buffer.concat(lines));
      pieces += 1;
      lines = [];
      bytes = 0;
    }
  };
  for await (const page of pages) {
    for (const item of page) {
      const line = Buffer.from(`${JSON.stringify(item)}\n`);
      lines.push(line);
      bytes += line.length;
      if (bytes >= pieceBytes) {
        await flush();
      }
    }
  }
  await flush();
}

async function writeObjects(
  objects: ObjectStore,
  projects: readonly ProjectObjects[],
  writer: EntryWriter,
  signal: AbortSignal,
  assertHeld: () => void,
): Promise<Pick<BackupManifest, "objects" | "objectBytes" | "missing">> {
  const counts = { objects: 0, objectBytes: 0, missing: 0 };
  for await (const { key, read } of listObjects(objects, projects, signal)) {
    const bytes = await read();
    assertHeld();
    if (bytes === undefined) {
      counts.missing += 1;
    } else {
      await writer.write(`objects/${key}`, bytes);
      counts.objects += 1;
      counts.objectBytes += bytes.byteLength;
    }
  }
  return counts;
}

class EntryWriter {
  readonly #tar: ReturnType<typeof pack>;
  readonly #digest = new EntryDigest();

  constructor(tar: ReturnType<typeof pack>) {
    this.#tar = tar;
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    this.#digest.add(name, bytes);
    // The callback runs once the entry has been passed on, so a slow disk slows down the reading of further rows.
    await new Promise<void>((resolve, reject) => {
      this.#tar.entry({ name, mode: 0o600, size: bytes.byteLength }, bytes, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  writeJson(name: string, value: object): Promise<void> {
    return this.write(name, Buffer.from(JSON.stringify(value)));
  }

  /** The digest of everything written so far. */
  digest(): string {
    return this.#digest.digest();
  }
}
