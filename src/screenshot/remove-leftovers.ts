import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

// Far longer than any work here takes, so older folders belong to killed processes.
const leftoverSecondsMin = 3_600;

/** Removes folders that a killed process left behind. */
export async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent);
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const path = join(parent, name);
    if (await isLeftover(path)) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function isLeftover(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  // In a shared folder, another user could replace a tree with a link to ours while it is being removed.
  return (
    found?.isDirectory() === true &&
    found.uid === process.getuid?.() &&
    Date.now() - found.mtimeMs > leftoverSecondsMin * 1_000
  );
}
