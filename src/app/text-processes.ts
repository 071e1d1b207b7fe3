import type { Texts } from "../editor/editor-deps.ts";
import { createCallPool } from "../platform/calls/call-pool.ts";

/** Starts the processes that parse, compare and merge authors' texts for the API. They start with the first call. */
export function createTextProcesses(): Texts {
  const program = new URL("./text-program.ts", import.meta.url);
  return createCallPool({ program, size: 2, heapMegabytes: 256, secondsMax: 2 });
}
