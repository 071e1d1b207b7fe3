import { closeSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { listPacks, type PackFiles, type PackWriter, readRows, retirePack, startPack } from "./pack-files.ts";
import { type EntryKind, encodeRow, entryKinds, isWholeRow, nameOfRow, placeOfRow, rowBytes } from "./pack-row.ts";

/**
 * What builds of a project remember for each other, in a folder that they share, also while they run. An entry is whole
 * or absent, and its checksum is tested on every read. Keys are SHA-256 digests in hex.
 */
export interface BuildCache {
  read(kind: EntryKind, key: string): Buffer | undefined;
  /** The same, also for what others have written since the last look, perhaps in place of what was damaged. */
  readFresh(kind: EntryKind, key: string): Buffer | undefined;
  /** What was noted about an entry when it was written. Reads nothing. */
  findNote(kind: EntryKind, key: string): Buffer | undefined;
  isEmpty(): boolean;
  /** Looks for what others have written since the last look; the first look is at the first question. */
  refresh(): void;
  /** Kept until `flush`: a task writes several entries, and opening files takes longer than filling them. */
  add(entry: NewEntry): void;
  flush(): void;
  /** Reads many entries without opening their files again for each one. */
  whileOpen<Result>(work: () => Result): Result;
  /** Whether the entry was asked for and found: these are what the build is made of. */
  isUsed(kind: EntryKind, key: string): boolean;
  /** How many bytes all of these have. */
  usedBytes(): number;
}

export interface NewEntry {
  kind: EntryKind;
  key: string;
  parts: readonly Uint8Array[];
  note?: Buffer;
}

interface KnownRow {
  pack: PackFiles;
  rows: Buffer;
  at: number;
  isUsed: boolean;
}

/** Large enough that there are few, small enough that dropping one costs little. */
export const packBytesMax = 64 * 1024 * 1024;
const emptyNote = Buffer.alloc(0);

export function openBuildCache(folder: string): BuildCache {
  const known = Object.fromEntries(entryKinds.map((kind) => [kind, new Map()])) as Record<
    EntryKind,
    Map<string, KnownRow>
  >;
  const seenBytes = new Map<string, number>();
  const opened = new Map<string, number>();
  let hasLooked = false;
  let keepsOpen = false;
  let writer: PackWriter | undefined;
  let added: NewEntry[] = [];

  function refresh(): void {
    hasLooked = true;
    for (const pack of listPacks(folder)) {
      const from = seenBytes.get(pack.id) ?? 0;
      const { rows, payloadBytes } = readRows(pack, from);
      seenBytes.set(pack.id, from + rows.length);
      for (let at = 0; at < rows.length; at += rowBytes) {
        const { offset, length } = placeOfRow(rows, at);
        if (offset + length > payloadBytes || !isWholeRow(rows, at)) continue;
        const { kind, key } = nameOfRow(rows, at);
        if (kind !== undefined) known[kind].set(key, { pack, rows, at, isUsed: known[kind].get(key)?.isUsed ?? false });
      }
    }
  }

  function find(kind: EntryKind, key: string): KnownRow | undefined {
    if (!hasLooked) refresh();
    const row = known[kind].get(key);
    if (row !== undefined) row.isUsed = true;
    return row;
  }

  function readFrom({ pack, rows, at }: KnownRow): Buffer | undefined {
    const { offset, length, checksum } = placeOfRow(rows, at);
    const descriptor = opened.get(pack.id) ?? openPayloads(pack);
    if (descriptor === undefined) return undefined;
    try {
      const payload = Buffer.allocUnsafe(length);
      const count = readSync(descriptor, payload, 0, length, offset);
      return count === length && crc32(payload) === checksum ? payload : undefined;
    } finally {
      if (keepsOpen) opened.set(pack.id, descriptor);
      else closeSync(descriptor);
    }
  }

  /** The disk has damaged it, and who knows what else: the next build makes anew whatever lies in the same file. */
  function forget({ pack }: KnownRow, kind: EntryKind, key: string): void {
    known[kind].delete(key);
    retirePack(pack);
  }

  function read(kind: EntryKind, key: string): Buffer | undefined {
    const row = find(kind, key);
    if (row === undefined) return undefined;
    const payload = readFrom(row);
    if (payload === undefined) forget(row, kind, key);
    return payload;
  }

  return {
    refresh,
    read,
    readFresh(kind, key) {
      const payload = read(kind, key);
      if (payload !== undefined) return payload;
      refresh();
      return read(kind, key);
    },
    findNote(kind, key) {
      const row = find(kind, key);
      return row === undefined ? undefined : placeOfRow(row.rows, row.at).note;
    },
    isEmpty: () => listPacks(folder).length === 0,
    add(entry) {
      added.push(entry);
    },
    flush() {
      const entries = added;
      if (entries.length === 0) return;
      added = [];
      writer = writer === undefined || writer.size > packBytesMax ? startPack(folder) : writer;
      const pack = writer;
      writer = undefined;
      let offset = pack.size;
      const rows = entries.map(({ kind, key, parts, note = emptyNote }) => {
        const length = parts.reduce((sum, part) => sum + part.length, 0);
        const checksum = parts.reduce((sum, part) => crc32(part, sum), 0);
        const row = encodeRow({ kind, key, offset, length, checksum, note });
        offset += length;
        return row;
      });
      pack.append(
        entries.flatMap((entry) => entry.parts),
        Buffer.concat(rows),
      );
      // Only now: after a write that broke off it is not known where the next payload would begin.
      writer = pack;
    },
    whileOpen(work) {
      keepsOpen = true;
      try {
        return work();
      } finally {
        keepsOpen = false;
        for (const descriptor of opened.values()) closeSync(descriptor);
        opened.clear();
      }
    },
    isUsed: (kind, key) => known[kind].get(key)?.isUsed ?? false,
    usedBytes() {
      let bytes = 0;
      for (const kind of entryKinds) {
        for (const { rows, at, isUsed } of known[kind].values()) if (isUsed) bytes += placeOfRow(rows, at).length;
      }
      return bytes;
    },
  };
}

/** Undefined when it was removed, an hour or more after another build retired it. */
function openPayloads({ payloads }: PackFiles): number | undefined {
  try {
    return openSync(payloads, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
