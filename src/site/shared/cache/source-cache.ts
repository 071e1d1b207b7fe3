import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { openAtomicFile } from "./atomic-file.ts";

/**
 * The facts about files that earlier builds have read, by path and stamp. A stamp identifies the content: a git blob ID
 * or file system metadata. A file with a known stamp isn't read again.
 */
export interface SourceCache {
  find<Value>(path: string, stamp: string | undefined): Value | undefined;
  /** Does nothing if the file has no stamp. */
  keep(path: string, stamp: string | undefined, value: unknown): void;
  /** Saves all entries that this build used or added, and the same number of older entries. */
  save(): void;
}

interface SourceCacheFile {
  version: string;
  entries: [name: string, value: unknown][];
}

const fileName = "sources.json";
const spareEntries = 1_000;
const checksumDigits = 8;

/** One file per project. Concurrent builds overwrite each other's file; lost entries are computed again. */
export function openSourceCache(folder: string, version: string): SourceCache {
  const path = join(folder, fileName);
  const before = new Map(readEntries(path, version));
  const used = new Map<string, unknown>();
  let hasNew = false;
  return {
    find<Value>(file: string, stamp: string | undefined): Value | undefined {
      if (stamp === undefined) return undefined;
      const name = nameOf(file, stamp);
      if (!before.has(name)) return undefined;
      const value = before.get(name);
      used.set(name, value);
      return value as Value;
    },
    keep(file, stamp, value) {
      if (stamp === undefined) return;
      used.set(nameOf(file, stamp), value);
      hasNew = true;
    },
    save() {
      if (!hasNew) return;
      const others = [...before].filter(([name]) => !used.has(name));
      const entries = [...used, ...others.slice(0, used.size + spareEntries)];
      writeEntries(path, { version, entries });
    },
  };
}

function nameOf(path: string, stamp: string): string {
  return `${stamp}\n${path}`;
}

/** A damaged file is treated as missing: its entries only have to be computed again. */
function readEntries(path: string, version: string): [string, unknown][] {
  try {
    const bytes = readFileSync(path);
    const text = bytes.subarray(checksumDigits);
    if (checksum(text) !== bytes.toString("latin1", 0, checksumDigits)) return [];
    const file = JSON.parse(text.toString()) as SourceCacheFile;
    return file.version === version ? file.entries : [];
  } catch {
    return [];
  }
}

function writeEntries(path: string, file: SourceCacheFile): void {
  const text = Buffer.from(JSON.stringify(file));
  openAtomicFile(path).write([Buffer.from(checksum(text)), text]);
}

function checksum(text: Buffer): string {
  return crc32(text).toString(16).padStart(checksumDigits, "0");
}
