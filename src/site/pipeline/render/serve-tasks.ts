import { SourceChanged } from "./read-for-task.ts";
import type {
  MessageFromChild,
  MessageToChild,
  RenderSetup,
  RenderTask,
  TaskOutcome,
  TaskResult,
} from "./render-messages.ts";

type RunTask = (setup: RenderSetup, task: RenderTask) => TaskResult | Promise<TaskResult>;

const setupsMax = 8;

/**
 * The loop of a render process. Each task is answered before the next task starts. `onFirstRest` is called when the
 * first build with pages is finished.
 */
export function serveTasks(run: RunTask, onFirstRest?: () => void): void {
  const setups = new Map<string, RenderSetup>();
  let hasRested = false;
  process.on("message", (message: MessageToChild) => {
    if (message.kind === "setup") {
      setups.set(message.setup.id, message.setup);
      for (const id of setups.keys()) if (setups.size > setupsMax) setups.delete(id);
    } else if (message.kind === "forget") {
      // API descriptions don't count: they are read before the pages, and need little of the code and memory of pages.
      const hasPages = setups.get(message.setupId)?.site !== undefined;
      setups.delete(message.setupId);
      if (hasPages && !hasRested) onFirstRest?.();
      hasRested ||= hasPages;
    } else void runBatch(message.tasks, setups.get(message.setupId), run);
  });
  // Exits together with the parent process.
  process.on("disconnect", () => process.exit());
  void send({ kind: "ready" });
}

async function runBatch(tasks: RenderTask[], setup: RenderSetup | undefined, run: RunTask): Promise<void> {
  for (const task of tasks) {
    // The answer must be sent before the next page can kill this process: the parent blames the first unanswered task.
    await send({ kind: "done", outcome: await outcomeOf(task, setup, run) });
  }
}

async function outcomeOf(task: RenderTask, setup: RenderSetup | undefined, run: RunTask): Promise<TaskOutcome> {
  if (setup === undefined)
    return { ok: false, reason: "internal", message: "the render process has lost the build's setup" };
  try {
    return { ok: true, result: await run(setup, task) };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof SourceChanged ? "changed" : "internal",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

type Report = { kind: "ready" } | { kind: "done"; outcome: TaskOutcome };

function send(report: Report): Promise<void> {
  const { user, system } = process.cpuUsage();
  const message: MessageFromChild = { ...report, processorSeconds: (user + system) / 1e6 };
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
