import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packedRefs, type Refs } from "./refs.ts";
import type { Repository } from "./repository.ts";

interface BareLayout {
  /** The branch that HEAD points to. */
  head: string;
  refs: Refs;
  /** Another repository whose objects can be read too. */
  alternate?: Repository | undefined;
}

const config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n";

/**
 * Writes everything of a bare repository except its objects, for a new repository or over the files of an existing one.
 * All refs change at the same moment, except refs that have their own file.
 */
export async function writeBareLayout({ gitDir }: Repository, { head, refs, alternate }: BareLayout): Promise<void> {
  for (const folder of ["objects/pack", "objects/info", "refs/heads", "refs/tags"]) {
    await mkdir(join(gitDir, folder), { recursive: true });
  }
  if (alternate !== undefined) {
    await writeFile(join(gitDir, "objects/info/alternates"), `${join(alternate.gitDir, "objects")}\n`);
  }
  await replaceFile(join(gitDir, "config"), Buffer.from(config));
  await replaceFile(join(gitDir, "packed-refs"), packedRefs(refs));
  await replaceFile(join(gitDir, "HEAD"), Buffer.from(`ref: refs/heads/${head}\n`));
}

/** Replaces a file. Other processes see either the old or the new content, never a mixture. */
export async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const existing = await readFile(path).catch(() => undefined);
  if (existing?.equals(bytes)) {
    return;
  }
  const temporary = join(dirname(path), `.tmp-${randomUUID()}`);
  try {
    await writeFile(temporary, bytes, { flush: true });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
