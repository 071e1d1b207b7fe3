import { readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

const pruneEverySeconds = 600;
const graceSeconds = 900;
const markerName = "pruned";

/**
 * Drops what was not used for the longest time until the cache fits its bound. Walking thousands of files takes longer
 * than building one page, so it happens every ten minutes at most. What another build may be using right now stays.
 */
export async function pruneCache(folder: string, bytesMax: number): Promise<void> {
  if (!(await isDue(folder))) return;
  const entries = await listEntries(folder);
  let bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
  const youngest = Date.now() - graceSeconds * 1000;
  for (const entry of entries.toSorted((one, other) => one.usedAt - other.usedAt)) {
    const isStray = entry.path.endsWith(".tmp");
    if (entry.usedAt > youngest || (bytes <= bytesMax && !isStray)) continue;
    await rm(entry.path, { force: true });
    bytes -= entry.size;
  }
}

async function isDue(folder: string): Promise<boolean> {
  const marker = join(folder, markerName);
  const last = await stat(marker).catch(() => undefined);
  if (last !== undefined && Date.now() - last.mtimeMs < pruneEverySeconds * 1000) return false;
  if (last === undefined) await writeFile(marker, "");
  else await utimes(marker, new Date(), new Date());
  return true;
}

interface CacheEntry {
  path: string;
  size: number;
  usedAt: number;
}

async function listEntries(folder: string): Promise<CacheEntry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries: CacheEntry[] = [];
  for (const entry of found) {
    if (!entry.isFile() || entry.parentPath === folder) continue;
    const path = join(entry.parentPath, entry.name);
    // Another build may have pruned it in the meantime.
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined) entries.push({ path, size: stats.size, usedAt: stats.mtimeMs });
  }
  return entries;
}
