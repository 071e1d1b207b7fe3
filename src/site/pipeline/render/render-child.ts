import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runTask } from "./run-task.ts";
import { serveTasks } from "./serve-tasks.ts";

// Most processes render a few hundred pages, and the optimizing compiler would take a tenth of their time for code that
// is then hardly used. Hot code still gets optimized, and the baseline compiler is nearly as good.
setFlagsFromString("--invocation-count-for-turbofan=200000");

// The card painter would be compiled a second time for speed while it paints its few cards. Measured on ten cards:
// without that, they take half the processor time.
setFlagsFromString("--wasm-tiering-budget=1000000000");

serveTasks(runTask, { onFirstRest: rest });

/** A process waiting for the next build needs half the memory it rendered with. */
function rest(): void {
  globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "sync" });
  // The process will be killed, and only a process that exits by itself writes its compile cache.
  flushCompileCache();
}
