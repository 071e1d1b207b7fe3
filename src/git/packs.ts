import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Repository, RepositoryUse } from "./repository.ts";
import { longCommand, runGit } from "./run-git.ts";

const packsMax = 20;
const checksumBytes = 20;

/** The size of all packs, including those still being written. */
export async function packBytes({ gitDir }: Repository): Promise<number> {
  const folder = packFolder(gitDir);
  // Files may disappear while they are listed. If the folder is unreadable, git itself will report that.
  const names = await readdir(folder).catch((): string[] => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Whether every pack ends with the checksum that its index contains. A truncated pack doesn't. Git doesn't fail on such
 * a pack, but treats its objects as nonexistent.
 */
export async function hasWholePacks({ gitDir }: Repository): Promise<boolean> {
  for (const pack of await listPacks(gitDir)) {
    const ofPack = await readEnd(pack, checksumBytes);
    const ofIndex = await readEnd(pack.replace(/\.pack$/, ".idx"), 2 * checksumBytes);
    if (ofPack === undefined || ofIndex === undefined || !ofPack.equals(ofIndex.subarray(0, checksumBytes))) {
      return false;
    }
  }
  return true;
}

/**
 * Joins small packs without dropping anything, because every fetch and push adds a pack and git searches all of them.
 */
export async function joinPacks(repository: Repository, use: RepositoryUse): Promise<void> {
  if ((await listPacks(repository.gitDir)).length > packsMax) {
    const command = longCommand(repository, use, ["repack", "--quiet", "-d", "--geometric=2"]);
    await runGit({ ...command, config: [["repack.writeBitmaps", "false"]] });
  }
}

async function listPacks(gitDir: string): Promise<string[]> {
  const names = await readdir(packFolder(gitDir));
  return names.filter((name) => name.endsWith(".pack")).map((name) => join(packFolder(gitDir), name));
}

export function packFolder(gitDir: string): string {
  return join(gitDir, "objects/pack");
}

/** The last bytes of a file; undefined if the file is too short. */
async function readEnd(path: string, bytes: number): Promise<Buffer | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) {
    return undefined;
  }
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(bytes);
    return size < bytes || (await file.read(end, 0, bytes, size - bytes)).bytesRead < bytes ? undefined : end;
  } finally {
    await file.close();
  }
}
