import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { IndexKeeper } from "./kept-index.ts";

/**
 * Files stay this long after their last use: publishing may read them long after the build, and other builds may share
 * the folder.
 */
const unusedSeconds = 3_600;

/** Keeps an index in a folder, one file for each segment. */
export function openIndexFolder(folder: string): IndexKeeper {
  return {
    read(name) {
      try {
        return readFileSync(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    has: (name) => existsSync(join(folder, name)),
    write(name, parts) {
      mkdirSync(folder, { recursive: true });
      const temporary = join(folder, `${randomUUID()}.tmp`);
      try {
        writeFileSync(temporary, Buffer.concat(parts));
        renameSync(temporary, join(folder, name));
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
    prune(names) {
      const oldest = Date.now() - unusedSeconds * 1_000;
      for (const name of readdirSync(folder)) {
        if (names.has(name)) continue;
        const path = join(folder, name);
        const changed = statSync(path, { throwIfNoEntry: false });
        if (changed !== undefined && changed.mtimeMs < oldest) rmSync(path, { force: true });
      }
    },
  };
}
