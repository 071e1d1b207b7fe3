import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { TwoslashCode } from "./read-twoslash.ts";
import type { TypesFound } from "./type-reader.ts";
import type { WorkerSetup } from "./types-worker.ts";

/** The processor time that is left for the types of a page. */
export interface TypeBudget {
  seconds: number;
}

export const pageTypeSeconds = 4;

interface TypeThread {
  worker: Worker;
  port: MessagePort;
  replies: Int32Array;
}

/** Limits in processor time. Loading the checker and its declarations takes one to three seconds, sometimes more. */
const defaultLimits = { startSecondsMax: 8, blockSecondsMax: 2 };
const codeLengthMax = 20_000;
const heapMegabytesMax = 512;
const checkMilliseconds = 50;
/** Ends the wait for a thread that has run out of memory: it uses no processor time and never replies. */
const idleSecondsMax = 5;
const rememberedMax = 300;
const failuresMax = 3;

const remembered = new Map<string, TypesFound | undefined>();
let thread: TypeThread | undefined;
let failures = 0;

/**
 * The types in a block of code, or undefined if they can't be found within the limits. The checker runs in a thread
 * with its own memory, because a few lines of types can keep it busy forever. A page is rendered synchronously, so this
 * waits.
 */
export function findTypes(code: TwoslashCode, budget: TypeBudget, limits = defaultLimits): TypesFound | undefined {
  const key = JSON.stringify(code);
  if (remembered.has(key)) return remembered.get(key);
  if (key.length > codeLengthMax || budget.seconds <= 0) return undefined;
  const found = ask(code, budget, limits);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(key, found);
  return found;
}

function ask(code: TwoslashCode, budget: TypeBudget, limits: typeof defaultLimits): TypesFound | undefined {
  // After several crashes of the checker, another attempt is unlikely to succeed.
  if (failures >= failuresMax) return undefined;
  thread ??= startThread(limits.startSecondsMax);
  const before = secondsUsed();
  thread?.port.postMessage(code);
  const reply = thread && waitForReply<TypesFound | undefined>(thread, limits.blockSecondsMax);
  budget.seconds -= secondsUsed() - before;
  if (reply !== undefined) return reply.message;
  // Starting another checker takes time that the rest of the page may need.
  budget.seconds = 0;
  endThread();
  return undefined;
}

function startThread(secondsMax: number): TypeThread | undefined {
  const { port1, port2 } = new MessageChannel();
  const replies = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("./types-worker.ts", import.meta.url), {
    workerData: { port: port2, replies } satisfies WorkerSetup,
    transferList: [port2],
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  });
  // The worker must not keep the process alive. If it fails, it stops replying, and the wait for a reply ends.
  worker.unref();
  port1.unref();
  worker.on("error", () => undefined);
  const started = { worker, port: port1, replies };
  thread = started;
  if (waitForReply(started, secondsMax) !== undefined) return started;
  endThread();
  return undefined;
}

function endThread(): void {
  failures += 1;
  void thread?.worker.terminate();
  thread?.port.close();
  thread = undefined;
}

/** Limited by processor time: on a busy machine, the same code takes longer by the clock. */
function waitForReply<T>({ port, replies }: TypeThread, secondsMax: number): { message: T } | undefined {
  const before = secondsUsed();
  let [lastUsed, lastChange] = [before, performance.now()];
  for (;;) {
    const seen = Atomics.load(replies, 0);
    const reply = receiveMessageOnPort(port) as { message: T } | undefined;
    if (reply !== undefined) return reply;
    Atomics.wait(replies, 0, seen, checkMilliseconds);
    const used = secondsUsed();
    if (used - before > secondsMax) return undefined;
    if (used - lastUsed > checkMilliseconds / 10_000) [lastUsed, lastChange] = [used, performance.now()];
    else if (performance.now() - lastChange > idleSecondsMax * 1_000) return undefined;
  }
}

/** The processor time of the whole process. Its other threads are idle while this thread waits. */
function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
