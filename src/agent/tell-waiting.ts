import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { appendHeartbeat } from "./store.ts";

/** Longer than a worker is ever silent about the job it does: after that, no worker has it. */
export const silenceMilliseconds = 40_000;

/** A job that waits has nobody who would tell what it is doing, so those who listen to it are told that. */
export async function tellWaiting(
  { database, queue, clock }: { database: Database; queue: Queue; clock: Clock },
  jobId: string,
  seen: number,
): Promise<void> {
  const { waiting, running } = await queue.counts();
  const text =
    running === 0
      ? "The job waits, and no worker is doing anything; if that stays so, start one with: lectern worker."
      : `The job waits for a worker: ${running} ${running === 1 ? "task is" : "tasks are"} being done, ${waiting} wait.`;
  await database.transaction((tx) => appendHeartbeat(tx, jobId, seen, text, clock.now()), { durability: "relaxed" });
}
