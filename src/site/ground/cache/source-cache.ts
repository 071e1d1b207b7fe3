import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/**
 * What earlier builds have found out about files, by path and stamp. A stamp stands for the content: the name of the blob
 * in git, or what the file system says of the file. A file with a known stamp is not read again.
 */
export interface SourceCache {
  find<Value>(path: string, stamp: string | undefined): Value | undefined;
  /** Without a stamp nothing is remembered. */
  keep(path: string, stamp: string | undefined, value: unknown): void;
  /** Writes down what this build has asked for and kept, and of what was there before as much again. */
  save(): void;
}

interface SourceCacheFile {
  version: string;
  entries: [name: string, value: unknown][];
}

const fileName = "sources.json";
const spareEntries = 1_000;
const checksumDigits = 8;

/** One file for a project. Builds that run at the same time write it one after the other; what one loses is read again. */
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

/** Nothing is lost with it but time, so whatever is wrong with the file, it counts as not there. */
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
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([Buffer.from(checksum(text)), text]));
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function checksum(text: Buffer): string {
  return crc32(text).toString(16).padStart(checksumDigits, "0");
}
