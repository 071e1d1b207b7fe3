import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { rowBytes } from "./pack-row.ts";

/**
 * Two files that only one process appends to: a file of concatenated payloads, and a file with a row for each payload.
 * Creating thousands of small files would take a quarter of a build's time, and checking them in the next build would
 * take just as long.
 */
export interface PackFiles {
  id: string;
  payloads: string;
  rows: string;
}

function packFiles(folder: string, id: string): PackFiles {
  const path = join(folder, "packs", id);
  return { id, payloads: `${path}${payloadsEnding}`, rows: `${path}${rowsEnding}` };
}

const payloadsEnding = ".pack";
const rowsEnding = ".rows";
/** The extension of the row file of a retired pack. New builds ignore the pack; running builds may still read it. */
const retiredEnding = ".retired";

export function listPacks(folder: string): PackFiles[] {
  return listIds(folder, rowsEnding).map((id) => packFiles(folder, id));
}

/** Packs that builds ignore: retired packs, and payloads of a process that ended before it wrote a row. */
export function listLeftovers(folder: string): { paths: string[]; since: number }[] {
  const seen = new Set(listIds(folder, rowsEnding));
  const retired = new Set(listIds(folder, retiredEnding));
  const ids = new Set([...retired, ...listIds(folder, payloadsEnding)]);
  return [...ids]
    .filter((id) => !seen.has(id))
    .map((id) => {
      const files = packFiles(folder, id);
      const mark = retired.has(id) ? retiredName(files) : files.payloads;
      return { paths: [files.payloads, retiredName(files)], since: changedAt(mark) };
    });
}

export function retirePack(files: PackFiles): void {
  try {
    renameSync(files.rows, retiredName(files));
    utimesSync(retiredName(files), new Date(), new Date());
  } catch (error) {
    // Another build has already removed the file.
    if (!isMissing(error)) throw error;
  }
}

/** When a file was last written, in milliseconds; the current time if the file no longer exists. */
export function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function retiredName({ rows }: PackFiles): string {
  return rows.slice(0, -rowsEnding.length) + retiredEnding;
}

/** Reads the rows from an offset on. An incomplete row at the end is left for the next call. */
export function readRows({ rows, payloads }: PackFiles, from: number): { rows: Buffer; payloadBytes: number } {
  try {
    const bytes = readFrom(rows, from);
    return { rows: bytes.subarray(0, bytes.length - (bytes.length % rowBytes)), payloadBytes: statSync(payloads).size };
  } catch (error) {
    if (isMissing(error)) return { rows: Buffer.alloc(0), payloadBytes: 0 };
    throw error;
  }
}

function readFrom(path: string, from: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(Math.max(fstatSync(descriptor).size - from, 0));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    closeSync(descriptor);
  }
}

export interface PackWriter {
  readonly files: PackFiles;
  /** The size of the payloads, which is the offset of the next payload. */
  readonly size: number;
  /** False if the pack is large enough, or if someone has retired or deleted it. */
  canAppend(bytesMax: number): boolean;
  /** Writes payloads first, so a row never exists without its payload. */
  append(payloads: readonly Uint8Array[], rows: Buffer): void;
}

/** Files are closed after each write, so an abandoned build leaves nothing open. */
export function startPack(folder: string): PackWriter {
  const files = packFiles(folder, randomUUID());
  let size = 0;
  return {
    files,
    get size() {
      return size;
    },
    canAppend(bytesMax) {
      const [payloads, rows] = [files.payloads, files.rows].map((path) => statSync(path, { throwIfNoEntry: false }));
      return size <= bytesMax && payloads?.size === size && rows !== undefined;
    },
    append(payloads, rows) {
      // A system call per payload would cost more than copying the bytes.
      const all = Buffer.concat(payloads);
      appendTo(files.payloads, all);
      appendTo(files.rows, rows);
      size += all.length;
    },
  };
}

function appendTo(path: string, bytes: Buffer): void {
  const descriptor = openOrMakeFolder(path);
  try {
    writeFileSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

function openOrMakeFolder(path: string): number {
  try {
    return openSync(path, "a");
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, "a");
  }
}

function listIds(folder: string, ending: string): string[] {
  try {
    const names = readdirSync(join(folder, "packs"));
    return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
