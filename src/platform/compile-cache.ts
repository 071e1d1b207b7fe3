import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** For NODE_COMPILE_CACHE in the environment of a child process, so that even its first module is cached. */
export const compiledCodeFolder = join(import.meta.dirname, "../../node_modules/.cache/lectern");

/**
 * Called before anything else is loaded. Stripping types and compiling is most of a process's startup time, and an
 * earlier process has already done it. The cache is next to the code, where only its owner can write: in a shared
 * folder it could contain anyone's code.
 */
export function keepCompiledCode(): void {
  enableCompileCache(compiledCodeFolder);
}
