import { join } from "node:path";
import type { Config } from "../platform/config.ts";

/** What stands where in the data folder, beside the database, the artifacts and the key of secrets. */
export interface Folders {
  /** Repositories of the built-in git host. */
  repositories: string;
  /** Copies of repositories that are elsewhere. */
  mirrors: string;
  /** Checked-out files of updates that run now. */
  trees: string;
  /** What the updates of a project share, to render only what changed. */
  caches: string;
  /** What the pages of each project mean, as vectors. */
  vectors: string;
}

export function foldersOf({ dataFolder }: Config): Folders {
  return {
    repositories: join(dataFolder, "repositories"),
    mirrors: join(dataFolder, "mirrors"),
    trees: join(dataFolder, "trees"),
    caches: join(dataFolder, "caches"),
    vectors: join(dataFolder, "vectors"),
  };
}
