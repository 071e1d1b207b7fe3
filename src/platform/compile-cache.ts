import { mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { isInstalled } from "./is-installed.ts";

const othersMayWrite = 0o022;

/**
 * Only this user can write to the folder; in a shared folder, other users could plant code. A clone keeps the cache
 * next to its packages. An installed package may belong to another user or be read-only, so it uses the user's own
 * cache folder. Without such a folder, every start compiles again.
 */
const compiledCodeFolder = isInstalled
  ? findUserCache()
  : join(import.meta.dirname, "../../node_modules/.cache/lectern");

/** For the environment of a child process, so that even its first module is cached. */
export const compileCacheVariables = compiledCodeFolder === undefined ? {} : { NODE_COMPILE_CACHE: compiledCodeFolder };

/**
 * Called before anything else is loaded. Stripping types and compiling is most of a process's startup time, and an
 * earlier process has already done it.
 */
export function keepCompiledCode(): void {
  if (compiledCodeFolder !== undefined) enableCompileCache(compiledCodeFolder);
}

function findUserCache(): string | undefined {
  try {
    const home = homedir();
    const folder = join(home, ".cache", "lectern", "compiled");
    if (!isOnlyOurs(home)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOnlyOurs(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isOnlyOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.platform === "win32" || (uid === process.getuid?.() && (mode & othersMayWrite) === 0);
}
