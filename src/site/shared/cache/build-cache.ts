import { closeSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import {
  isMissing,
  listPacks,
  type PackFiles,
  type PackWriter,
  readRows,
  retirePack,
  startPack,
} from "./pack-files.ts";
import { type EntryKind, encodeRow, entryKinds, isWholeRow, nameOfRow, placeOfRow, rowBytes } from "./pack-row.ts";

interface NewEntry {
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

/** Large enough that there are few pack files, and small enough that little is lost when a pack file is dropped. */
export const packBytesMax = 64 * 1024 * 1024;
const emptyNote = Buffer.alloc(0);

/**
 * A cache in a folder that all builds of a project share, even concurrent builds. An entry is either complete or
 * absent, and its checksum is verified on every read. Keys are SHA-256 digests in hex.
 */
export class BuildCache {
  readonly #folder: string;
  readonly #rows: ReadonlyMap<EntryKind, Map<string, KnownRow>> = new Map(entryKinds.map((kind) => [kind, new Map()]));
  readonly #seenBytes = new Map<string, number>();
  readonly #opened = new Map<string, number>();
  #hasLooked = false;
  #writer: PackWriter | undefined;
  #added: NewEntry[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(kind: EntryKind, key: string): Buffer | undefined {
    const row = this.#find(kind, key);
    const payload = row && this.#readPayload(row);
    if (row !== undefined && payload === undefined) {
      // Other entries in the same file may be damaged too, so the next build recreates all of them.
      this.#rows.get(kind)?.delete(key);
      this.#closeAll();
      retirePack(row.pack);
    }
    return payload;
  }

  /** Also finds entries that other processes wrote since the last refresh, for example to replace a damaged entry. */
  readFresh(kind: EntryKind, key: string): Buffer | undefined {
    const payload = this.read(kind, key);
    if (payload !== undefined) return payload;
    this.refresh();
    return this.read(kind, key);
  }

  /** The note stored with an entry, without reading the entry. */
  findNote(kind: EntryKind, key: string): Buffer | undefined {
    const row = this.#find(kind, key);
    return row === undefined ? undefined : placeOfRow(row.rows, row.at).note;
  }

  isEmpty(): boolean {
    return listPacks(this.#folder).length === 0;
  }

  /** Prepares the cache for the next build and forgets the entries of packs that were retired in the meantime. */
  reopen(): void {
    const listed = new Set(listPacks(this.#folder).map(({ id }) => id));
    const retired = [...this.#seenBytes.keys()].filter((id) => !listed.has(id));
    for (const id of retired) this.#seenBytes.delete(id);
    for (const known of retired.length === 0 ? [] : this.#rows.values()) {
      for (const [key, { pack }] of known) if (!listed.has(pack.id)) known.delete(key);
    }
    this.#hasLooked = false;
    this.refresh();
  }

  /**
   * Looks for entries that other processes wrote. Those that appear during a build count as used by it. The first
   * lookup refreshes automatically.
   */
  refresh(): void {
    const isLater = this.#hasLooked;
    this.#hasLooked = true;
    for (const pack of listPacks(this.#folder)) {
      const from = this.#seenBytes.get(pack.id) ?? 0;
      const { rows, payloadBytes } = readRows(pack, from);
      this.#seenBytes.set(pack.id, from + rows.length);
      for (let at = 0; at < rows.length; at += rowBytes) {
        const { offset, length } = placeOfRow(rows, at);
        if (offset + length > payloadBytes || !isWholeRow(rows, at)) continue;
        const { kind, key } = nameOfRow(rows, at);
        const known = kind && this.#rows.get(kind);
        known?.set(key, { pack, rows, at, isUsed: known.get(key)?.isUsed ?? isLater });
      }
    }
  }

  /**
   * Buffers the entry until `flush`: a task adds several entries, and opening a file takes longer than writing to it.
   */
  add(entry: NewEntry): void {
    this.#added.push(entry);
  }

  flush(): void {
    const entries = this.#added;
    if (entries.length === 0) return;
    this.#added = [];
    const pack = this.#writer?.canAppend(packBytesMax) ? this.#writer : startPack(this.#folder);
    this.#writer = undefined;
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
    // Set only after a complete write: after an interrupted write, the offset of the next payload would be unknown.
    this.#writer = pack;
  }

  /** Whether the current build depends on the entry: it found the entry, or the entry was written meanwhile. */
  isUsed(kind: EntryKind, key: string): boolean {
    return this.#rows.get(kind)?.get(key)?.isUsed ?? false;
  }

  /** The size of all used entries. */
  usedBytes(): number {
    let bytes = 0;
    for (const known of this.#rows.values()) {
      for (const { rows, at, isUsed } of known.values()) if (isUsed) bytes += placeOfRow(rows, at).length;
    }
    return bytes;
  }

  #find(kind: EntryKind, key: string): KnownRow | undefined {
    if (!this.#hasLooked) this.refresh();
    const row = this.#rows.get(kind)?.get(key);
    if (row !== undefined) row.isUsed = true;
    return row;
  }

  #readPayload({ pack, rows, at }: KnownRow): Buffer | undefined {
    const { offset, length, checksum } = placeOfRow(rows, at);
    const descriptor = this.#opened.get(pack.id) ?? openPayloads(pack);
    if (descriptor === undefined) return undefined;
    // Files stay open for the rest of the turn, because one read is usually followed by many.
    if (this.#opened.size === 0) setImmediate(() => this.#closeAll());
    this.#opened.set(pack.id, descriptor);
    const payload = Buffer.allocUnsafe(length);
    const count = readSync(descriptor, payload, 0, length, offset);
    return count === length && crc32(payload) === checksum ? payload : undefined;
  }

  #closeAll(): void {
    for (const descriptor of this.#opened.values()) closeSync(descriptor);
    this.#opened.clear();
  }
}

/** Undefined if the pack was removed, which happens an hour after another build retired it. */
function openPayloads({ payloads }: PackFiles): number | undefined {
  try {
    return openSync(payloads, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
