import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runTask } from "./run-task.ts";
import { serveTasks } from "./serve-tasks.ts";

// Most processes render a few hundred pages. The optimizing compiler would take a tenth of their time for code that is
// hardly used again. Hot code is still optimized, and the code of the baseline compiler is nearly as fast.
setFlagsFromString("--invocation-count-for-turbofan=200000");

// Keeps the WebAssembly painter from being optimized while it paints its few cards. Measured on ten cards, this halves
// the processor time.
setFlagsFromString("--wasm-tiering-budget=1000000000");

serveTasks(runTask, rest);

/** Frees memory: an idle process needs only half the memory it used for rendering. */
function rest(): void {
  globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "sync" });
  // The process will be killed, and only a process that exits by itself writes its compile cache.
  flushCompileCache();
}
