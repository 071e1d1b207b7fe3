import { Session } from "node:inspector/promises";
import { isMainThread, parentPort, workerData } from "node:worker_threads";

/** Runs in a thread of its own, which still runs while the main thread is blocked. */

export interface StallSetup {
  beats: Int32Array;
  beatMilliseconds: number;
  stallMilliseconds: number;
}

export interface Stall {
  /** Undefined for work without a name, such as timers. */
  operation?: string;
  seconds: number;
  /** The functions that were running, innermost first. */
  at: string[];
}

/** The name of the global function that returns the current operation. */
export const stallNameKey = "lecternOperation";

const framesMax = 5;
const root = new URL("../../../", import.meta.url).href;

if (!isMainThread && parentPort !== null) watch(workerData as StallSetup);

function watch({ beats, beatMilliseconds, stallMilliseconds }: StallSetup): void {
  let beat = Atomics.load(beats, 0);
  let since = performance.now();
  let asked: Promise<Pick<Stall, "operation" | "at">> | undefined;
  setInterval(() => {
    const now = performance.now();
    if (Atomics.load(beats, 0) === beat) {
      if (now - since > stallMilliseconds) asked ??= askMainThread().catch(() => ({ at: [] }));
      return;
    }
    const seconds = Math.round(now - since) / 1_000;
    // Without an answer, the stall was over at once: the machine was busy, not this process.
    void asked?.then((found) => {
      if (found.operation !== undefined || found.at.length > 0) {
        parentPort?.postMessage({ ...found, seconds } satisfies Stall);
      }
    });
    asked = undefined;
    beat = Atomics.load(beats, 0);
    since = now;
  }, beatMilliseconds);
}

/** The inspector evaluates this at once, on top of the code that is running. No port is opened for it. */
const question = `({ operation: globalThis.${stallNameKey}?.(), stack: new Error().stack })`;

async function askMainThread(): Promise<Pick<Stall, "operation" | "at">> {
  const session = new Session();
  session.connectToMainThread();
  try {
    const { result } = await session.post("Runtime.evaluate", { expression: question, returnByValue: true });
    const { operation, stack = "" } = (result.value ?? {}) as { operation?: string; stack?: string };
    const frames = stack.split("\n").filter((line) => !line.includes("node:") && !line.includes("<anonymous>:"));
    const at = frames.slice(1, framesMax + 1).map((line) => line.trim().slice("at ".length).replace(root, ""));
    return { ...(operation === undefined ? {} : { operation }), at };
  } finally {
    session.disconnect();
  }
}
