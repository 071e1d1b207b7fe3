import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Services } from "../services.ts";
import { correctTimes } from "./correct-times.ts";
import { type NodeRole, removeNode, reportNode } from "./store.ts";

const reportMilliseconds = 15_000;
const retryMilliseconds = 1_000;
/** A process that hasn't reported for this long is dead, frozen or cut off. */
export const silentMilliseconds = 60_000;

/**
 * Reports in the database that this process is alive, and corrects wrong times there, until it is stopped. Resolves
 * after the first report, so that whoever sees this process ready also finds it in the database.
 */
export async function reportAlive(
  { database, clock, log }: Pick<Services, "clock" | "database" | "log">,
  role: NodeRole,
  leaseSeconds: number,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const id = randomUUID();
  const startedAt = clock.now();
  let isFailing = false;

  async function report(): Promise<void> {
    try {
      const node = { id, role, startedAt, seenAt: clock.now() };
      await database.transaction((tx) => reportNode(tx, node), { durability: "relaxed" });
      const corrected = await correctTimes(database, clock.now(), leaseSeconds);
      if (corrected > 0) log.warn({ corrected }, "corrected times that were stored by a clock that was ahead");
      isFailing = false;
    } catch (error) {
      // Logged once per outage.
      if (!isFailing) log.warn({ error }, "could not report that this process is alive");
      isFailing = true;
    }
  }

  async function reportUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = isFailing ? retryMilliseconds : reportMilliseconds;
      await setTimeout(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!stopping.signal.aborted) await report();
    }
  }

  await report();
  const reporting = reportUntilStopped();
  return {
    async stop() {
      stopping.abort();
      await reporting;
      await removeNode(database.query, id).catch((error: unknown) =>
        log.warn({ error }, "could not report that this process has stopped"),
      );
    },
  };
}
