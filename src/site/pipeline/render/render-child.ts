import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runTask } from "./run-task.ts";
import { serveTasks } from "./serve-tasks.ts";

// Most processes render a few hundred pages, and the optimising compiler would take a tenth of their time for code that is
// then hardly used. What runs very often is still handed to it, and the compiler before it is nearly as good.
setFlagsFromString("--invocation-count-for-turbofan=200000");

// The painter of cards would be compiled a second time, for speed, while it paints its few cards. Measured on ten of them:
// without that they take half of the processor time.
setFlagsFromString("--wasm-tiering-budget=1000000000");

serveTasks(runTask, { onFirstRest: rest });

/** A process that waits for the next build needs half of the memory that it has rendered with. */
function rest(): void {
  globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "sync" });
  // It will be killed: only a process that ends by itself writes down what it has compiled when it ends.
  flushCompileCache();
}
