import { type MessagePort, workerData } from "node:worker_threads";
import { readTwoslash, type TwoslashCode } from "./read-twoslash.ts";
import { createTypeReader } from "./type-reader.ts";

/** The data that `find-types.ts` passes to this thread. */
export interface WorkerSetup {
  port: MessagePort;
  /** Counts the replies, so that `find-types.ts` can wait for the next one. */
  replies: Int32Array;
}

const { port, replies } = workerData as WorkerSetup;
const readTypes = createTypeReader();

port.on("message", (code: TwoslashCode) => {
  let reply: ReturnType<typeof readTypes> | undefined;
  try {
    reply = readTypes(code);
  } catch {
    // The checker may crash on unusual code. The block is then shown without types.
  }
  port.postMessage(reply);
  Atomics.add(replies, 0, 1);
  Atomics.notify(replies, 0);
});
// Reading TypeScript's declarations takes longer than any block, so it is done before the first block is timed.
readTypes(readTwoslash("const first = 1;", "ts"));
port.postMessage("ready");
Atomics.add(replies, 0, 1);
Atomics.notify(replies, 0);
