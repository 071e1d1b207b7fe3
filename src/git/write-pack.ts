import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Repository, RepositoryUse } from "./repository.ts";
import { longCommand, runGit } from "./run-git.ts";

/** Settings that keep packing from using the whole machine. */
const modest = [
  ["pack.threads", "1"],
  ["pack.windowMemory", "64m"],
] as const;

/** Writes a pack with all objects that are reachable from some commits and tags, but not from others. */
export function packReachable(
  repository: Repository,
  folder: string,
  { tips, known = [] }: { tips: Iterable<string>; known?: Iterable<string> },
  use: RepositoryUse,
): Promise<string | undefined> {
  const lines = [...tips, "--not", ...known].map((line) => `${line}\n`);
  return writePack(repository, folder, ["--revs"], lines.join(""), use);
}

/** Writes a pack with the objects of several packs, given by their file names. */
export function joinSomePacks(
  repository: Repository,
  folder: string,
  names: readonly string[],
  use: RepositoryUse,
): Promise<string | undefined> {
  return writePack(repository, folder, ["--stdin-packs"], names.map((name) => `${name}\n`).join(""), use);
}

/** Returns the path of the pack, with its index next to it; `undefined` if there is nothing to pack. */
async function writePack(
  repository: Repository,
  folder: string,
  options: readonly string[],
  input: string,
  use: RepositoryUse,
): Promise<string | undefined> {
  const args = ["pack-objects", "--quiet", "--non-empty", "--delta-base-offset", ...options, join(folder, "new")];
  await runGit({ ...longCommand(repository, use, args), config: modest }, input);
  const name = (await readdir(folder)).find((entry) => /^new-[0-9a-f]+\.pack$/.test(entry));
  return name && join(folder, name);
}

/**
 * Writes the index of a pack next to the pack, which also verifies the pack's checksum. This works even if the
 * repository is damaged.
 */
export async function indexPack(pack: string, use: RepositoryUse): Promise<void> {
  const args = ["index-pack", "-o", pack.replace(/\.pack$/, ".idx"), pack];
  await runGit({ ...longCommand({}, use, args), config: modest });
}
