import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../git/bare-layout.ts";
import { isUnsure } from "../../git/mirror.ts";
import { packFolder } from "../../git/packs.ts";
import type { Repository } from "../../git/repository.ts";
import { sha256 } from "../../platform/artifacts/artifact-keys.ts";

/** A description of a cache's contents, in a file of its own. It is written last, so everything it lists exists. */
export interface CacheNote {
  projectId: string;
  stamp: string;
  /** SHA-256 of the files with the refs. */
  refs: string;
  packs: { digest: string; bytes: number; indexBytes: number }[];
  /** Replaced packs and when they were replaced: a clone may still be reading them. */
  retired: Readonly<Record<string, number>>;
}

const noteFile = "lectern-cache";

export async function readNote({ gitDir }: Repository): Promise<CacheNote | undefined> {
  const text = await readFile(join(gitDir, noteFile), "utf8").catch(() => "");
  const [digest, json = ""] = text.split("\n", 2);
  // A matching digest proves that we wrote the note; otherwise the note, and perhaps the rest of the cache, is damaged.
  return digest === sha256(Buffer.from(json)) ? (JSON.parse(json) as CacheNote) : undefined;
}

export async function writeNote({ gitDir }: Repository, note: CacheNote): Promise<void> {
  const json = JSON.stringify(note);
  await replaceFile(join(gitDir, noteFile), Buffer.from(`${sha256(Buffer.from(json))}\n${json}`));
}

/** Whether the cache still matches its note. Doesn't read packs; git itself notices damage inside them. */
export async function isIntact(repository: Repository, note: CacheNote): Promise<boolean> {
  const { gitDir } = repository;
  if ((await isUnsure(repository)) || (await refsDigest(repository)) !== note.refs) {
    return false;
  }
  const sizes = await Promise.all(note.packs.map(({ digest }) => packSizes(repository, digest)));
  return (
    note.packs.every(
      ({ bytes, indexBytes }, index) => sizes[index]?.bytes === bytes && sizes[index]?.indexBytes === indexBytes,
    ) && (await listLooseRefs(gitDir).catch(() => undefined))?.length === 0
  );
}

export async function refsDigest({ gitDir }: Repository): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["packed-refs", "HEAD", "config"]) {
    hash.update(await readFile(join(gitDir, file)).catch(() => "missing"));
  }
  return hash.digest("hex");
}

export function packPath({ gitDir }: Repository, digest: string): string {
  return join(packFolder(gitDir), `pack-${digest}.pack`);
}

export function indexOf(pack: string): string {
  return pack.replace(/\.pack$/, ".idx");
}

export async function packSizes(
  repository: Repository,
  digest: string,
): Promise<{ bytes: number; indexBytes: number } | undefined> {
  const path = packPath(repository, digest);
  try {
    const [pack, index] = await Promise.all([stat(path), stat(indexOf(path))]);
    return { bytes: pack.size, indexBytes: index.size };
  } catch {
    return undefined;
  }
}

/** Refs in files of their own. Lectern never writes such files to a cache, so an existing one means damage. */
export async function listLooseRefs(gitDir: string): Promise<string[]> {
  const entries = await readdir(join(gitDir, "refs"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(gitDir.length + 1));
}
