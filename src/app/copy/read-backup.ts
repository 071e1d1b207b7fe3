import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { isKey } from "../../platform/artifacts/object-store.ts";
import type { TableContent, TablePage } from "../../platform/db/copy/fill-tables.ts";
import { pageRows } from "../../platform/db/copy/read-tables.ts";
import type { Row } from "../../platform/db/copy/table-sum.ts";
import type { NewJob } from "../../platform/queue/queue.ts";
import {
  BackupDamaged,
  type BackupHeader,
  type BackupManifest,
  EntryDigest,
  headerBytesMax,
  headerName,
  jobsName,
  manifestName,
  objectName,
  parseHeader,
  parseJson,
  parseManifest,
  pieceBytesMax,
  secretName,
  tableName,
} from "./backup-format.ts";
import { objectBytesMax } from "./referenced-objects.ts";

export interface CheckedBackup {
  header: BackupHeader;
  manifest: BackupManifest;
  secretKey: string | undefined;
}

/** Reads the whole file once and compares it with its manifest, before any of it is restored. */
export async function checkBackup(path: string, signal: AbortSignal): Promise<CheckedBackup> {
  const digest = new EntryDigest();
  const found: { header?: BackupHeader; manifest?: BackupManifest; secretKey?: string } = {};
  const counts = { objects: 0, objectBytes: 0 };
  for await (const { name, bytes } of readEntries(path, () => true, signal)) {
    if (found.manifest !== undefined || (name === headerName) !== (found.header === undefined)) {
      throw new BackupDamaged("its entries are not in order");
    }
    if (name === manifestName) {
      found.manifest = parseManifest(bytes);
      continue;
    }
    digest.add(name, bytes);
    if (name === headerName) {
      found.header = parseHeader(bytes);
    } else if (name === secretName) {
      found.secretKey = bytes.toString();
    } else if (objectName.test(name)) {
      counts.objects += 1;
      counts.objectBytes += bytes.byteLength;
    }
  }
  const { header, manifest, secretKey } = found;
  if (header === undefined || manifest === undefined) {
    throw new BackupDamaged("it is incomplete");
  }
  if (manifest.digest !== digest.digest() || manifest.objects !== counts.objects) {
    throw new BackupDamaged("its content does not match its manifest");
  }
  return { header, manifest, secretKey };
}

/** The tables of a backup that was checked. */
export function tablesOf(path: string, { header, manifest }: CheckedBackup, signal: AbortSignal): TableContent {
  return { schema: header.schema, pages: readPages(path, header, signal), sums: () => manifest.tables };
}

export async function readJobs(path: string, signal: AbortSignal): Promise<NewJob[]> {
  const jobs: NewJob[] = [];
  for await (const { name, bytes } of readEntries(path, (wanted) => !tableName.test(wanted), signal)) {
    if (objectName.test(name)) {
      break;
    }
    for (const line of jobsName.test(name) ? linesOf(bytes) : []) {
      jobs.push(toJob(parseJson(line)));
    }
  }
  return jobs;
}

export async function* readStoredObjects(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<{ key: string; bytes: Buffer }> {
  for await (const { name, bytes } of readEntries(path, (wanted) => objectName.test(wanted), signal)) {
    yield { key: objectKey(name) ?? "", bytes };
  }
}

async function* readPages(path: string, header: BackupHeader, signal: AbortSignal): AsyncGenerator<TablePage> {
  for await (const { name, bytes } of readEntries(path, () => true, signal)) {
    // Stop after the tables: the rest may be large, and a transaction waits for this loop to end.
    if (jobsName.test(name) || objectName.test(name)) {
      break;
    }
    if (!tableName.test(name)) {
      continue;
    }
    const table = tableName.exec(name)?.groups?.table ?? "";
    const columns = Object.hasOwn(header.columns, table) ? (header.columns[table] ?? []) : [];
    let rows: Row[] = [];
    for (const line of linesOf(bytes)) {
      rows.push(toRow(parseJson(line), columns.length));
      if (rows.length === pageRows) {
        yield { table, columns, rows };
        rows = [];
      }
    }
    yield { table, columns, rows };
  }
}

interface Entry {
  name: string;
  bytes: Buffer;
}

/** An entry's name is never used as a file path: it only says which table or object the content is for. */
async function* readEntries(
  path: string,
  isWanted: (name: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  const tar = extract();
  const source = createReadStream(path);
  const piped = pipeline(source, tar, { signal });
  // The loop below gets the error too, through the stream.
  piped.catch(() => {});
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      const bytesMax = limitOf(name);
      if (type !== "file" || bytesMax === undefined || !Number.isSafeInteger(size) || Number(size) > bytesMax) {
        throw new BackupDamaged(`it contains ${JSON.stringify(name.slice(0, 200))}, which is not part of a backup`);
      }
      if (isWanted(name)) {
        const chunks: Buffer[] = [];
        for await (const chunk of entry as AsyncIterable<Buffer>) {
          chunks.push(chunk);
        }
        yield { name, bytes: Buffer.concat(chunks) };
      } else {
        entry.resume();
      }
    }
    await piped;
  } catch (error) {
    signal.throwIfAborted();
    const isFromTar = error instanceof Error && !("code" in error) && /tar|end of data|header/i.test(error.message);
    throw isFromTar ? new BackupDamaged("it is not a Lectern backup, or it was cut off") : error;
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** How large an entry may be; undefined for a name that isn't part of a backup. */
function limitOf(name: string): number | undefined {
  if (name === headerName || name === manifestName || name === secretName) {
    return headerBytesMax;
  }
  if (tableName.test(name) || jobsName.test(name)) {
    return pieceBytesMax;
  }
  return objectKey(name) === undefined ? undefined : objectBytesMax;
}

function objectKey(name: string): string | undefined {
  const key = objectName.exec(name)?.groups?.key;
  return key !== undefined && isKey(key) ? key : undefined;
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) {
      throw new BackupDamaged("a line in it was cut off");
    }
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

function toRow(value: unknown, length: number): Row {
  const isRow =
    Array.isArray(value) &&
    value.length === length &&
    value.every((item) => item === null || typeof item === "string" || typeof item === "number");
  if (!isRow) {
    throw new BackupDamaged("a row in it does not fit its table");
  }
  return value as Row;
}

function toJob(value: unknown): NewJob {
  const job = Object(value) as Partial<Record<keyof NewJob, unknown>>;
  const isJob =
    [job.id, job.kind, job.group].every((text) => typeof text === "string") &&
    typeof job.payload === "object" &&
    job.payload !== null &&
    Number.isSafeInteger(job.runAt);
  if (!isJob) {
    throw new BackupDamaged("a job in it is damaged");
  }
  return value as NewJob;
}
