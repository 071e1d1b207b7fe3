import type { NewJob } from "./queue.ts";
import type { QueueDeps } from "./record-failure.ts";

/** A job that runs once in every slot of `everySeconds`, on whichever node is free. */
export interface PeriodicTask {
  readonly kind: string;
  readonly everySeconds: number;
}

const checkMillisecondsMax = 30_000;

/**
 * Keeps the job for the next slot in the queue until stopped. Every worker does this: the slot is the job's ID, so the
 * first worker enqueues the job and the others change nothing. A job is enqueued before its slot begins, so a crash
 * doesn't lose it. The current slot is never enqueued, so a job that already ran and was swept doesn't run again.
 */
export function enqueuePeriodically(deps: QueueDeps, task: PeriodicTask): { stop(): Promise<void> } {
  const checkMilliseconds = Math.min((task.everySeconds * 1_000) / 2, checkMillisecondsMax);
  let enqueuedSlot: number | undefined;
  let failing = false;
  let checking: Promise<void> | undefined;
  checkOnce();
  const timer = setInterval(checkOnce, checkMilliseconds);

  function checkOnce(): void {
    checking ??= check().finally(() => {
      checking = undefined;
    });
  }

  async function check(): Promise<void> {
    const slot = Math.floor(deps.clock.now() / (task.everySeconds * 1_000)) + 1;
    if (slot === enqueuedSlot) {
      return;
    }
    try {
      await deps.database.transaction((tx) => deps.queue.enqueue(tx, slotJob(task, slot)));
      enqueuedSlot = slot;
      failing = false;
    } catch (error) {
      if (!failing) {
        deps.log.warn({ err: error, kind: task.kind }, "A periodic job could not be enqueued; retrying.");
      }
      failing = true;
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

function slotJob({ kind, everySeconds }: PeriodicTask, slot: number): NewJob {
  return { id: String(slot), kind, group: kind, payload: {}, runAt: slot * everySeconds * 1_000 };
}
