import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compiledCodeFolder } from "../../../platform/compile-cache.ts";
import { stepBack } from "../../../platform/step-back.ts";
import type { RenderJob } from "./render-job.ts";
import type { MessageFromChild, MessageToChild, RenderTask } from "./render-messages.ts";

/** How a batch ended: all tasks answered, or the process was killed over the first unanswered one. */
export interface BatchEnd {
  answered: number;
  end: "done" | "timeout" | "crash" | "aborted";
}

export interface RenderProcess {
  run(job: RenderJob, tasks: RenderTask[]): Promise<BatchEnd>;
  forget(setupId: string): void;
  isAlive(): boolean;
  stop(): Promise<void>;
}

const startSecondsMax = 60;
/** Measured on 1,000 pages: the default needs 45 MB more for each process and is no faster. */
const youngHeapMegabytes = 6;

/** Measured on 1,000 pages: up to here a collection finds little, and without it they take 6 to 10 % less processor time. */
const oldHeapMegabytesAtStart = 64;

/** Nothing of the server's environment: no secret is in reach of the native parser in the process. */
const environment = {
  NODE_COMPILE_CACHE: compiledCodeFolder,
  // Measured on 1,000 pages: with an arena for each thread a process needs 20 MB more.
  MALLOC_ARENA_MAX: "2",
};

export interface RenderProcessOptions {
  module: URL;
  heapMegabytes: number;
  /** Whether it steps back when others want the processor. */
  isPolite: boolean;
  onGone(): void;
}

/** Of 19: a server that wants the processor gets about ten times as much of it. */
const politeNiceness = 10;

/** One child process, with an environment of its own. */
export function startRenderProcess({ module, heapMegabytes, isPolite, onGone }: RenderProcessOptions): RenderProcess {
  const child = fork(fileURLToPath(module), [], {
    env: environment,
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${youngHeapMegabytes}`,
      `--initial-old-space-size=${oldHeapMegabytesAtStart}`,
      "--expose-gc",
      "--disable-warning=ExperimentalWarning",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (isPolite && child.pid !== undefined) stepBack(politeNiceness, child.pid);
  const setups = new Set<string>();
  const gone = waitUntilGone(child).then(onGone);
  const ready = waitUntilReady(child);
  // A process that never starts is reported where it is first used.
  ready.catch(() => undefined);
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null;
  const send = (message: MessageToChild) => {
    // A process can die between the test and the write; its end is noticed by the listeners below.
    if (isAlive()) child.send(message, () => undefined);
  };
  return {
    isAlive,
    forget(setupId) {
      if (setups.delete(setupId)) send({ kind: "forget", setupId });
    },
    async stop() {
      child.kill("SIGKILL");
      await gone;
    },
    async run(job, tasks) {
      await ready;
      if (!setups.has(job.setup.id)) send({ kind: "setup", setup: job.setup });
      setups.add(job.setup.id);
      return runBatch(child, gone, job, tasks, () => send({ kind: "batch", setupId: job.setup.id, tasks }));
    },
  };
}

async function runBatch(
  child: ChildProcess,
  gone: Promise<void>,
  job: RenderJob,
  tasks: RenderTask[],
  start: () => void,
): Promise<BatchEnd> {
  let answered = 0;
  const state: { end: BatchEnd["end"] } = { end: "crash" };
  let allAnswered: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    allAnswered = resolve;
  });
  const stopWith = (reason: BatchEnd["end"]) => {
    state.end = reason;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stopWith("timeout"), job.taskSecondsMax * 1000);
  const onAbort = () => stopWith("aborted");
  const onMessage = (message: MessageFromChild) => {
    const task = tasks[answered];
    if (message.kind !== "done" || task === undefined) return;
    answered += 1;
    timer.refresh();
    job.onOutcome(task, message.outcome);
    if (answered === tasks.length) allAnswered();
  };
  child.on("message", onMessage);
  job.signal.addEventListener("abort", onAbort);
  if (job.signal.aborted) onAbort();
  else start();
  await Promise.race([finished, gone]);
  clearTimeout(timer);
  child.off("message", onMessage);
  job.signal.removeEventListener("abort", onAbort);
  return { answered, end: answered === tasks.length && state.end !== "aborted" ? "done" : state.end };
}

/** The process has ended and every message it sent has been read: only then is it known which task it died on. */
async function waitUntilGone(child: ChildProcess): Promise<void> {
  const failedToStart = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const drained = new Promise<void>((resolve) => {
    child.once("disconnect", () => resolve());
  });
  await Promise.race([failedToStart, Promise.all([exited, drained])]);
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  const timeout = AbortSignal.timeout(startSecondsMax * 1000);
  const ended = once(child, "exit", { signal: timeout }).then(() => {
    throw new Error("a render process ended before it was ready");
  });
  const ready = once(child, "message", { signal: timeout });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
}
