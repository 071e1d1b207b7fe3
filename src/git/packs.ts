import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

const packsMax = 20;
const checksumBytes = 20;
const outputBytesMax = 100_000;

/** The bytes of all objects, of those too that are being written. */
export async function packBytes({ gitDir }: Repository): Promise<number> {
  const folder = packFolder(gitDir);
  // What is missing or renamed between two looks counts nothing; git itself reports a folder that cannot be read.
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
 * Whether every pack ends as its index says. A pack that was cut short does not, and git, instead of failing, goes on
 * as if its objects had never been there.
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

/** Each fetch and each push leaves a pack, and git looks through all of them. Joins the small ones; nothing is dropped. */
export async function joinPacks({ gitDir }: Repository, { limits, signal }: RepositoryUse): Promise<void> {
  if ((await listPacks(gitDir)).length > packsMax) {
    await runGit({
      gitDir,
      args: ["repack", "--quiet", "-d", "--geometric=2"],
      config: [["repack.writeBitmaps", "false"]],
      secondsMax: limits.fetchSecondsMax,
      stdoutBytesMax: outputBytesMax,
      signal,
    });
  }
}

async function listPacks(gitDir: string): Promise<string[]> {
  const names = await readdir(packFolder(gitDir));
  return names.filter((name) => name.endsWith(".pack")).map((name) => join(packFolder(gitDir), name));
}

function packFolder(gitDir: string): string {
  return join(gitDir, "objects/pack");
}

/** The last bytes of a file, if it has that many. */
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
