import { join } from "node:path";
import type { Config } from "../platform/config.ts";

/** The data folder also holds the database, the artifacts and the secret key. */
export interface Folders {
  /** Caches of the repositories on the built-in git host. */
  repositories: string;
  /** Copies of remote repositories. */
  mirrors: string;
  /** Checked-out files of running updates. */
  trees: string;
  /** Build caches per project, so that an update renders only changed pages. */
  caches: string;
  /** Embeddings of each project's pages. */
  vectors: string;
}

export function foldersOf({ dataFolder }: Pick<Config, "dataFolder">): Folders {
  return {
    repositories: join(dataFolder, "repositories"),
    mirrors: join(dataFolder, "mirrors"),
    trees: join(dataFolder, "trees"),
    caches: join(dataFolder, "caches"),
    vectors: join(dataFolder, "vectors"),
  };
}
