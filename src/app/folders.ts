import { join } from "node:path";
import type { Config } from "../platform/config.ts";

/** The data folder also holds the database, the artifacts and the secret key. */
export function foldersOf({ dataFolder }: Pick<Config, "dataFolder">) {
  return {
    /** Caches of the repositories on the built-in git host. */
    repositories: join(dataFolder, "repositories"),
    /** Copies of remote repositories. */
    mirrors: join(dataFolder, "mirrors"),
    /** Checked-out files of running updates. */
    trees: join(dataFolder, "trees"),
    /** Build caches per project, so that an update renders only changed pages. */
    caches: join(dataFolder, "caches"),
    /** Embeddings of each project's pages. */
    vectors: join(dataFolder, "vectors"),
  };
}

export type Folders = ReturnType<typeof foldersOf>;
