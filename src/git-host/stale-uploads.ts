import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "../git/repository.ts";

/** Removes the objects of pushes that were killed: git keeps them apart until a push is accepted, and nobody else looks there. */
export async function removeStaleUploads({ gitDir }: Repository, olderThanSeconds: number, now: number): Promise<void> {
  const folder = join(gitDir, "objects");
  const names = await readdir(folder);
  for (const name of names.filter((candidate) => /^(tmp_objdir-)?incoming-/.test(candidate))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < now - olderThanSeconds * 1_000) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
