import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** For the environment of a child process, as NODE_COMPILE_CACHE: then even its first module is there. */
export const compiledCodeFolder = join(import.meta.dirname, "../../node_modules/.cache/lectern");

/**
 * Called before anything else is loaded: what an earlier process compiled need not be stripped of its types and compiled
 * again, which is most of the time that a process takes to start. The cache is beside the code, where only its owner can
 * write: one in a shared folder could be anybody's code.
 */
export function keepCompiledCode(): void {
  enableCompileCache(compiledCodeFolder);
}
