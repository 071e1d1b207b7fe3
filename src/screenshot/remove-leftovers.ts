import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

// Far longer than anything here may take: what is older belongs to a process that was killed.
const leftoverSecondsMin = 3_600;

/** Removes the folders that a killed process of ours could not remove itself. */
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
  // In a folder for everyone, another user's tree could change into a link to ours while it is being removed.
  return (
    found?.isDirectory() === true &&
    found.uid === process.getuid?.() &&
    Date.now() - found.mtimeMs > leftoverSecondsMin * 1_000
  );
}
