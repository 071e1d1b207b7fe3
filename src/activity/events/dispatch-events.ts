import { dayMilliseconds } from "../../platform/clock.ts";
import type { Transaction } from "../../platform/db/database.ts";
import type { JobHandler, RunningJob } from "../../platform/queue/handler.ts";
import type { Services } from "../../platform/services.ts";
import type { StoredEvent } from "./event.ts";
import { enqueueDispatch } from "./record-event.ts";
import { listOverdue, listWaitingEvents, takeEvent } from "./store.ts";

/**
 * Reacts to an event within the transaction that marks it as dispatched. Consumers may therefore only query and
 * enqueue.
 */
export type EventConsumer = (tx: Transaction, event: StoredEvent) => Promise<void>;

export type DispatchDeps = Pick<Services, "clock" | "database" | "queue">;

const eventsPerRunMax = 200;

/** Passes every event to every consumer exactly once: the consumers' writes commit together with the mark. */
export function eventDispatchHandler(deps: DispatchDeps, consumers: readonly EventConsumer[]): JobHandler {
  return {
    attemptsMax: 5,
    run: (job) => dispatch(deps, job, consumers),
    // The events are still waiting, and sweeps keep trying for a day.
    giveUp: async () => {},
  };
}

/**
 * Dispatches events that no job has picked up, for example because their transaction ended only after the job had run.
 */
export async function catchUpEvents({ database, queue }: Omit<DispatchDeps, "clock">, now: number): Promise<void> {
  for (const organizationId of await listOverdue(database.query, now - dayMilliseconds, now)) {
    const dispatch = { id: `${organizationId}-${now}`, until: now };
    await database.transaction((tx) => enqueueDispatch(queue, tx, organizationId, dispatch));
  }
}

async function dispatch(
  { database, queue, clock }: DispatchDeps,
  job: RunningJob,
  consumers: readonly EventConsumer[],
): Promise<void> {
  const organizationId = String(job.payload.organizationId);
  // The database's clock decides when a job may run, and it can be ahead of this server's clock.
  const until = Math.max(clock.now(), Number(job.payload.until));
  const ids = await listWaitingEvents(database.query, organizationId, until, eventsPerRunMax);
  const failures: unknown[] = [];
  for (const id of ids) {
    job.signal.throwIfAborted();
    // An event that fails in a consumer doesn't hold up the others.
    await database
      .transaction(async (tx) => {
        const event = await takeEvent(tx, id, clock.now());
        for (const consume of event === undefined ? [] : consumers) await consume(tx, event as StoredEvent);
      })
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  if (ids.length === eventsPerRunMax) {
    await job.finish((tx) => enqueueDispatch(queue, tx, organizationId, { id: `${job.id}+`.slice(-100), until }));
  }
}
