import { randomUUID } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../git/worktree.ts";

/**
 * Removes the checkouts of a project. A project runs one update at a time, so they belong to workers that have died.
 */
export async function removeTrees(folder: string, projectId: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const removed = names.filter((name) => name.startsWith(`${projectId}-`)).map((name) => join(folder, name));
  await Promise.all(
    removed.map(async (path) => {
      // The worker may only have been frozen. After the rename, it can't keep the files for the next update.
      const target = `${path}-${randomUUID()}`;
      await rename(path, target).catch(() => {});
      await removeTree(target);
    }),
  );
}
