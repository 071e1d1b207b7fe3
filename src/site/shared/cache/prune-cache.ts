import { closeSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type BuildCache, packBytesMax } from "./build-cache.ts";
import {
  changedAt,
  listLeftovers,
  listPacks,
  type PackFiles,
  type PackWriter,
  readRows,
  retirePack,
  startPack,
} from "./pack-files.ts";
import { isWholeRow, movedRow, nameOfRow, placeOfRow, rowBytes } from "./pack-row.ts";

const pruneEverySeconds = 600;
/** Longer than a build takes, even with one slow process, so no build still appends to a pack that is this old. */
const quietSeconds = 3_600;
/** Retired packs are kept this long, because a site may be read for publishing long after it was built. */
const retiredSeconds = 3_600;
const smallBytes = 4 * 1024 * 1024;
const smallPacksMax = 24;
/** The share of the limit that pruning keeps, so that the next build doesn't have to prune again. */
const keptShare = 0.75;
/** For a large site, the limit is this many times the size of the site, so that there is room for changes. */
const roomForSites = 2;
const markerName = "pruned";

/**
 * Keeps the cache within its limit and in few files. Small packs are combined. If the cache is too large, the oldest
 * packs are dropped, except for the entries that the current build uses. A dropped pack is first retired and removed an
 * hour later, because another build may be reading it. For a large site, the limit is raised.
 */
export async function pruneCache(folder: string, bytesMax: number, cache: BuildCache): Promise<void> {
  if (!(await isDue(folder))) return;
  // Render processes wrote most of what a first build uses.
  cache.refresh();
  removeLeftovers(folder);
  // Earlier versions kept segments of the index here.
  rmSync(join(folder, "search"), { recursive: true, force: true });
  const packs = listPacks(folder).map(measure);
  const quiet = packs.filter((pack) => pack.quietSeconds > quietSeconds);
  const small = quiet.filter((pack) => pack.bytes < smallBytes);
  if (small.length > smallPacksMax) await movePacks(folder, small, () => true);
  let bytes = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  if (bytes <= bytesMax) return;
  // Without a higher limit, the entries of a large site would be copied on every build without freeing anything.
  const room = Math.max(bytesMax, cache.usedBytes() * roomForSites);
  if (bytes <= room) return;
  const dropped: MeasuredPack[] = [];
  for (const pack of quiet.toSorted((one, other) => other.quietSeconds - one.quietSeconds)) {
    if (bytes <= room * keptShare) break;
    if (small.length > smallPacksMax && small.includes(pack)) continue;
    dropped.push(pack);
    bytes -= pack.bytes;
  }
  await movePacks(folder, dropped, ({ kind, key }) => kind !== undefined && cache.isUsed(kind, key));
}

async function isDue(folder: string): Promise<boolean> {
  const marker = join(folder, markerName);
  const last = await stat(marker).catch(() => undefined);
  if (last !== undefined && Date.now() - last.mtimeMs < pruneEverySeconds * 1000) return false;
  if (last === undefined) await writeFile(marker, "");
  else await utimes(marker, new Date(), new Date());
  return true;
}

function removeLeftovers(folder: string): void {
  for (const { paths, since } of listLeftovers(folder)) {
    if (Date.now() - since > retiredSeconds * 1000) for (const path of paths) rmSync(path, { force: true });
  }
}

interface MeasuredPack extends PackFiles {
  bytes: number;
  quietSeconds: number;
}

function measure(pack: PackFiles): MeasuredPack {
  const bytes = statSync(pack.payloads, { throwIfNoEntry: false })?.size ?? 0;
  return { ...pack, bytes, quietSeconds: (Date.now() - changedAt(pack.rows)) / 1000 };
}

/** Copies the wanted entries of some packs to a new pack, and retires the old packs. */
async function movePacks(
  folder: string,
  packs: readonly PackFiles[],
  isWanted: (name: ReturnType<typeof nameOfRow>) => boolean,
): Promise<void> {
  let target = startPack(folder);
  for (const pack of packs) {
    if (target.size > packBytesMax) target = startPack(folder);
    copyRows(pack, target, isWanted);
    retirePack(pack);
    await setImmediate();
  }
}

function copyRows(
  pack: PackFiles,
  target: PackWriter,
  isWanted: (name: ReturnType<typeof nameOfRow>) => boolean,
): void {
  const { rows, payloadBytes } = readRows(pack, 0);
  if (rows.length === 0) return;
  const descriptor = openSync(pack.payloads, "r");
  try {
    for (let at = 0; at < rows.length; at += rowBytes) {
      const { offset, length } = placeOfRow(rows, at);
      if (offset + length > payloadBytes || !isWholeRow(rows, at) || !isWanted(nameOfRow(rows, at))) continue;
      const payload = Buffer.allocUnsafe(length);
      if (readSync(descriptor, payload, 0, length, offset) !== length) continue;
      // The payload's checksum is copied with its row, so readers still detect damage.
      target.append([payload], movedRow(rows, at, target.size));
    }
  } finally {
    closeSync(descriptor);
  }
}
