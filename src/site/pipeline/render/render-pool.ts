import { availableParallelism } from "node:os";
import type { RenderJob, RenderTask } from "./render-messages.ts";
import { type BatchEnd, type RenderProcess, startRenderProcess } from "./render-process.ts";
import { findRenderProgram } from "./render-program.ts";

interface RenderPoolOptions {
  size?: number;
  /** The heap limit of a process. A process that exceeds it is killed, which only affects the page it was rendering. */
  heapMegabytes?: number;
  /** Whether the processes run at low priority, so that a server on the same machine stays fast for visitors. */
  isPolite?: boolean;
  /** The program of a render process. Tests use a program that fails on purpose. */
  childModule?: URL;
}

/** Warm processes that render for any number of builds, sequentially or concurrently. */
export interface RenderPool {
  readonly size: number;
  /** Starts the processes early, for a build that will have much work. */
  prepare(): void;
  /** Resolves when every task has an outcome. A crash or timeout is an outcome, not a rejection. */
  render(job: RenderJob): Promise<void>;
  close(): Promise<void>;
}

interface Batch {
  job: RenderJob;
  tasks: RenderTask[];
  /** True for a page whose process died. The page is tried once more, in its own batch. */
  isRetry: boolean;
  settle(): void;
  fail(error: unknown): void;
}

/** For fewer pages, no second process is started, because starting it takes as long as rendering many pages. */
const batchTasksMin = 6;
const batchTasksMax = 16;
const batchesPerProcess = 4;
const defaultHeapMegabytes = 384;

export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const size = options.size ?? availableParallelism();
  const heapMegabytes = options.heapMegabytes ?? defaultHeapMegabytes;
  let childModule = options.childModule;
  const waiting: Batch[] = [];
  const idle: RenderProcess[] = [];
  const alive = new Set<RenderProcess>();
  let busy = 0;
  let isClosed = false;

  function pump(): void {
    while (waiting.length > 0 && busy < size && !isClosed) {
      const batch = waiting.shift();
      if (batch !== undefined) void work(batch);
    }
  }

  async function work(batch: Batch): Promise<void> {
    busy += 1;
    try {
      const process = takeIdle() ?? startProcess();
      const { answered, end } = await process.run(batch.job, batch.tasks);
      if (process.isAlive()) idle.push(process);
      if (end === "aborted") batch.fail(batch.job.signal.reason);
      else queueRest(batch, restOf(batch, batch.tasks.slice(answered), end));
    } catch (error) {
      batch.fail(error);
    } finally {
      busy -= 1;
      pump();
    }
  }

  /** Skips dead processes, because the system may have killed an idle process. */
  function takeIdle(): RenderProcess | undefined {
    let process = idle.pop();
    while (process !== undefined && !process.isAlive()) process = idle.pop();
    return process;
  }

  function startProcess(): RenderProcess {
    childModule ??= findRenderProgram();
    const process = startRenderProcess({
      module: childModule,
      heapMegabytes,
      isPolite: options.isPolite ?? false,
      onGone: () => alive.delete(process),
    });
    alive.add(process);
    return process;
  }

  /** Queues the remaining parts of a batch. The batch is settled when all of them are settled. */
  function queueRest(batch: Batch, rest: Batch[]): void {
    let left = rest.length;
    const settle = () => {
      left -= 1;
      if (left <= 0) batch.settle();
    };
    if (left === 0) settle();
    waiting.unshift(...rest.map((part) => ({ ...part, settle })));
  }

  return {
    size,
    prepare() {
      while (!isClosed && alive.size < size) idle.push(startProcess());
    },
    async render(job) {
      if (isClosed) throw new Error("the render pool is closed");
      job.signal.throwIfAborted();
      const batches = splitTasks(job.tasks, size).map(
        (tasks) =>
          new Promise<void>((settle, fail) => {
            waiting.push({ job, tasks, isRetry: false, settle, fail });
          }),
      );
      pump();
      try {
        await Promise.all(batches);
      } finally {
        for (let index = waiting.length - 1; index >= 0; index -= 1) {
          if (waiting[index]?.job === job) waiting.splice(index, 1);
        }
        for (const process of alive) process.forget(job.setup.id);
      }
    },
    async close() {
      isClosed = true;
      waiting.splice(0).forEach((batch) => {
        batch.fail(new Error("the render pool is closed"));
      });
      await Promise.all([...alive].map((process) => process.stop()));
    },
  };
}

/** The first unanswered task caused the process to end; the tasks after it are queued again. */
function restOf(batch: Batch, [culprit, ...others]: RenderTask[], end: BatchEnd["end"]): Batch[] {
  if (culprit === undefined) return [];
  const rest: Batch[] = [];
  // The system can also kill a process when memory is low, or stop it for a while. Therefore a page is only blamed if
  // it also fails in its own batch.
  if (!batch.isRetry) rest.push({ ...batch, tasks: [culprit], isRetry: true });
  else {
    const reason = end === "timeout" ? "timeout" : "crash";
    batch.job.onOutcome(culprit, { ok: false, reason, message: reason });
  }
  if (others.length > 0) rest.push({ ...batch, tasks: others, isRetry: false });
  return rest;
}

/**
 * Batches are so large that processes don't wait for messages. They get smaller towards the end, so that all processes
 * finish at the same time. All cards are in the first batch: the painter takes longer to load than to paint, so only
 * one process should load it.
 */
function splitTasks(tasks: RenderTask[], size: number): RenderTask[][] {
  const cards = tasks.filter(({ kind }) => kind === "card");
  let others = tasks.filter(({ kind }) => kind !== "card");
  const batches = cards.length === 0 ? [] : [cards];
  while (others.length > 0) {
    const share = Math.ceil(others.length / (size * batchesPerProcess));
    const length = Math.min(batchTasksMax, Math.max(batchTasksMin, share));
    batches.push(others.slice(0, length));
    others = others.slice(length);
  }
  return batches;
}
