import type { importCalls } from "../dashboard/imports/import-calls.ts";
import type { structureCalls } from "../editor/structure-calls.ts";
import type { textCalls } from "../editor/text-calls.ts";
import { type CallPool, createCallPool } from "../platform/calls/call-pool.ts";
import { tooMuchWork } from "../platform/calls/call-process.ts";
import type { CallTable } from "../platform/calls/call-table.ts";
import { AppError } from "../platform/errors.ts";
import type { renderedCalls } from "../pull-requests/rendered/rendered-calls.ts";
import type { CardCalls } from "./card-program.ts";

export type TextProcesses = CallPool<typeof textCalls & typeof structureCalls & typeof renderedCalls>;

const program = new URL("./text-program.ts", import.meta.url);

/** Starts the processes that parse, compare and merge authors' texts for the API. They start with the first call. */
export function createTextProcesses(): TextProcesses {
  return withFittingMessages(createCallPool({ program, size: 2, heapMegabytes: 256, secondsMax: 2 }));
}

/** Processes for uploaded archives, which take longer than texts. */
export function createArchiveProcesses(): CallPool<typeof importCalls> {
  return withFittingMessages(createCallPool({ program, size: 2, heapMegabytes: 256, secondsMax: 60 }));
}

/** How long a process keeps the painter in memory, which is rarely used. */
const paintingIdleSeconds = 60;

export type CardProcesses = CallPool<CardCalls>;

/** A process that paints link preview images. */
export function createCardProcesses(): CardProcesses {
  const program = new URL("./card-program.ts", import.meta.url);
  return createCallPool({ program, size: 1, heapMegabytes: 256, secondsMax: 2, idleSeconds: paintingIdleSeconds });
}

const tooMuch: Readonly<Record<string, string>> = {
  searchDraft: "The search takes too much time or memory; search for a longer text.",
  replaceInTexts: "Replacing takes too much time or memory; search for a longer text.",
  unpackArchive: "The archive takes too much time or memory to unpack; make it smaller, or push the files with git.",
} satisfies Partial<Record<keyof typeof structureCalls | keyof typeof importCalls, string>>;

/** Calls whose input isn't a text get their own message if the input takes too much time or memory. */
export function withFittingMessages<Table extends CallTable>(pool: CallPool<Table>): CallPool<Table> {
  return {
    ...pool,
    call: (owner, name, input, signal) =>
      pool.call(owner, name, input, signal).catch((error) => {
        const isTooMuch = error instanceof AppError && error.message === tooMuchWork;
        throw isTooMuch ? new AppError(error.code, tooMuch[name] ?? tooMuchWork, { cause: error }) : error;
      }),
  };
}
