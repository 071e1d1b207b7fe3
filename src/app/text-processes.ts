import type { importCalls } from "../dashboard/imports/import-calls.ts";
import type { structureCalls } from "../editor/structure/structure-calls.ts";
import type { textCalls } from "../editor/text-calls.ts";
import { type CallPool, createCallPool } from "../platform/calls/call-pool.ts";
import type { renderedCalls } from "../pull-requests/rendered/rendered-calls.ts";

export type TextProcesses = CallPool<typeof textCalls & typeof structureCalls & typeof renderedCalls>;

const program = new URL("./text-program.ts", import.meta.url);

/** Starts the processes that parse, compare and merge authors' texts for the API. They start with the first call. */
export function createTextProcesses(): TextProcesses {
  return createCallPool({ program, size: 2, heapMegabytes: 256, secondsMax: 2 });
}

/** Processes for uploaded archives, which take longer than texts. */
export function createArchiveProcesses(): CallPool<typeof importCalls> {
  return createCallPool({ program, size: 2, heapMegabytes: 256, secondsMax: 60 });
}
