import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compileCacheVariables } from "../../../platform/compile-cache.ts";
import { lowerPriority } from "../../../platform/lower-priority.ts";
import { limitProcessorTime } from "../../../platform/processor-time.ts";
import type { MessageFromChild, MessageToChild, RenderJob, RenderTask } from "./render-messages.ts";

/** How a batch ended: all tasks were answered, or the process died during the first unanswered task. */
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
/** With the default, a process takes 45 MB more and isn't faster (measured on 1,000 pages). */
const youngHeapMegabytes = 6;

/**
 * Garbage collections below this heap size free little. Skipping them saves 6 to 10 % of the processor time (measured
 * on 1,000 pages).
 */
const oldHeapMegabytesAtStart = 64;

/** Contains nothing of the server's environment, so that the native parser has no access to secrets. */
const environment = {
  ...compileCacheVariables,
  // With one arena per thread, a process takes 20 MB more (measured on 1,000 pages).
  MALLOC_ARENA_MAX: "2",
};

interface RenderProcessOptions {
  module: URL;
  heapMegabytes: number;
  /** Whether the process runs at low priority. */
  isPolite: boolean;
  onGone(): void;
}

/** On a scale up to 19. A busy server gets about ten times as much processor time as a process with this niceness. */
const politeNiceness = 10;

/** Starts a child process with its own environment. */
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
  if (isPolite && child.pid !== undefined) lowerPriority(politeNiceness, child.pid);
  const setups = new Set<string>();
  const gone = waitUntilGone(child).then(onGone);
  const ready = waitUntilReady(child);
  const used: ProcessorUse = { seconds: 0 };
  child.on("message", ({ processorSeconds }: MessageFromChild) => {
    used.seconds = processorSeconds;
  });
  // A process that fails to start is reported where it is first used.
  ready.catch(() => undefined);
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null;
  const send = (message: MessageToChild) => {
    // The process can die between the check and the write; the listeners below notice that.
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
      const start = () => send({ kind: "batch", setupId: job.setup.id, tasks });
      return runBatch({ child, gone, used }, job, tasks, start);
    },
  };
}

/** The processor time of a process when it last reported. */
interface ProcessorUse {
  seconds: number;
}

async function runBatch(
  { child, gone, used }: { child: ChildProcess; gone: Promise<void>; used: ProcessorUse },
  job: RenderJob,
  tasks: RenderTask[],
  start: () => void,
): Promise<BatchEnd> {
  let answered = 0;
  const state: { end: BatchEnd["end"] } = { end: "crash" };
  const { promise: finished, resolve: allAnswered } = Promise.withResolvers<void>();
  let before = used.seconds;
  const stopWith = (reason: BatchEnd["end"]) => {
    state.end = reason;
    const task = tasks[answered];
    if (reason === "timeout" && task !== undefined) job.onSeconds?.(job.taskSecondsMax, task);
    child.kill("SIGKILL");
  };
  // Limits processor time, so that a page doesn't fail because the machine is busy.
  const limitTask = () =>
    limitProcessorTime({
      pid: child.pid ?? 0,
      secondsMax: job.taskSecondsMax,
      secondsBefore: used.seconds,
      onOver: () => stopWith("timeout"),
    });
  let limit = limitTask();
  const onAbort = () => stopWith("aborted");
  const onMessage = (message: MessageFromChild) => {
    const task = tasks[answered];
    if (message.kind !== "done" || task === undefined) return;
    answered += 1;
    limit.end();
    limit = limitTask();
    job.onSeconds?.(used.seconds - before, task);
    before = used.seconds;
    job.onOutcome(task, message.outcome);
    if (answered === tasks.length) allAnswered();
  };
  child.on("message", onMessage);
  job.signal.addEventListener("abort", onAbort);
  if (job.signal.aborted) onAbort();
  else start();
  await Promise.race([finished, gone]);
  limit.end();
  child.off("message", onMessage);
  job.signal.removeEventListener("abort", onAbort);
  return { answered, end: answered === tasks.length && state.end !== "aborted" ? "done" : state.end };
}

/** Waits until the process has exited and all its messages are read. They show during which task it died. */
async function waitUntilGone(child: ChildProcess): Promise<void> {
  // A process that fails to start emits an error instead of both events, and one that can't be killed emits one later.
  child.on("error", () => undefined);
  await Promise.all([once(child, "exit"), once(child, "disconnect")]).catch(() => undefined);
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
