import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";

/** What is remembered between builds: rendered articles, and files ready to be served. */
type CacheKind = "article" | "file";

/** Files in a folder that several builds share. An entry is whole or absent, and its checksum is tested on every read. */
export interface BuildCache {
  read(kind: CacheKind, key: string): Buffer | undefined;
  write(kind: CacheKind, key: string, payload: Buffer): void;
  remove(kind: CacheKind, key: string): void;
  path(kind: CacheKind, key: string): string;
}

export const checksumBytes = 4;
const touchSeconds = 3600;

export function openBuildCache(folder: string): BuildCache {
  const path = (kind: CacheKind, key: string) => join(folder, kind, key.slice(0, 2), key);
  return {
    path,
    read(kind, key) {
      const entry = readEntry(path(kind, key));
      if (entry === undefined) return undefined;
      const payload = entry.subarray(checksumBytes);
      return checksum(payload).equals(entry.subarray(0, checksumBytes)) ? payload : undefined;
    },
    write(kind, key, payload) {
      const target = path(kind, key);
      // Written beside and renamed: a crash leaves a stray file, never half an entry, and two builds cannot mix theirs.
      const temporary = `${target}.${randomUUID()}.tmp`;
      try {
        writeIntoFolder(temporary, Buffer.concat([checksum(payload), payload]));
        renameSync(temporary, target);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
    remove: (kind, key) => rmSync(path(kind, key), { force: true }),
  };
}

/** There are 256 folders, so making one is rare and asking for it every time would cost more than the write. */
function writeIntoFolder(path: string, bytes: Buffer): void {
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** Against disks and half-done copies, not against an enemy: whoever can write here can also change the checksum. */
function checksum(payload: Buffer): Buffer {
  const bytes = Buffer.alloc(checksumBytes);
  bytes.writeUInt32LE(crc32(payload));
  return bytes;
}

/** Reading marks the entry as used, at most once an hour, so that pruning can drop what nobody reads. */
function readEntry(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    touchWhenOld(descriptor);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function touchWhenOld(descriptor: number): void {
  const nowSeconds = Date.now() / 1000;
  if (nowSeconds - fstatSync(descriptor).mtimeMs / 1000 > touchSeconds) futimesSync(descriptor, nowSeconds, nowSeconds);
}
