import { Worker } from "node:worker_threads";
import { compileCacheVariables } from "../compile-cache.ts";
import type { Log } from "../log.ts";
import { findOperation } from "../operation-context.ts";
import { defineCounter } from "./measure.ts";
import { type Stall, type StallSetup, stallNameKey } from "./stall-thread.ts";

const beatMilliseconds = 50;
const stallMilliseconds = 250;
const other = "other";

// The watching thread calls this in the middle of the work that blocks this thread.
Object.assign(globalThis, { [stallNameKey]: () => findOperation()?.name });

interface StallOptions {
  log: Log;
  /** The names that are counted. All others are counted as `other`. */
  operations: readonly string[];
}

/**
 * Logs and counts what keeps this process from answering for longer than a quarter of a second. A second thread notices
 * that the main thread doesn't respond and asks what it is running, because that can't be found out afterwards.
 */
export function watchStalls({ log, operations }: StallOptions): { stop(): Promise<void> } {
  const stalls = defineCounter(
    "lectern_event_loop_stalls_total",
    `Times that an operation blocked this process for more than ${stallMilliseconds} milliseconds, by operation.`,
    { operation: [...operations, other] },
  );
  const known = new Set(operations);
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), beatMilliseconds).unref();
  const thread = new Worker(new URL("./stall-thread.ts", import.meta.url), {
    workerData: { beats, beatMilliseconds, stallMilliseconds } satisfies StallSetup,
    env: compileCacheVariables,
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  thread.on("message", ({ operation = other, seconds, at }: Stall) => {
    stalls.add({ operation: known.has(operation) ? operation : other });
    log.warn({ operation, seconds, at }, "the process was blocked");
  });
  thread.on("error", (error) => log.warn({ error }, "the event loop is no longer watched"));
  thread.unref();
  return {
    async stop() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
