import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { ownCommand } from "../platform/own-command.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { appendHeartbeat } from "./store.ts";

/** Longer than the interval of a worker's heartbeats: after that, no worker has the job. */
export const silenceMilliseconds = 40_000;

/** A queued job has no worker that reports on it, so this tells listeners that it is waiting. */
export async function reportWaiting(
  { database, queue, clock }: { database: Database; queue: Queue; clock: Clock },
  jobId: string,
  seen: number,
): Promise<void> {
  const { waiting, running } = await queue.counts();
  const text =
    running === 0
      ? `Waiting for a worker. If this doesn't change, start one with: ${ownCommand("worker")}.`
      : `Waiting for a worker: ${running} ${running === 1 ? "task is" : "tasks are"} running, ${waiting} waiting.`;
  await database.transaction((tx) => appendHeartbeat(tx, jobId, seen, text, clock.now()), { durability: "relaxed" });
}
