import type { Services } from "../services.ts";
import { countSweep } from "./store.ts";

/** Deletes data that is no longer needed at this time. */
export type Sweep = (now: number, signal: AbortSignal) => Promise<unknown>;

/** Runs each sweep on its own: one that fails is logged and counted, and the others still run. */
export async function runSweeps(
  { database, clock, log }: Pick<Services, "clock" | "database" | "log">,
  sweeps: Readonly<Record<string, Sweep>>,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, sweep] of Object.entries(sweeps)) {
    signal.throwIfAborted();
    let isFailure = false;
    try {
      await sweep(clock.now(), signal);
    } catch (error) {
      // A sweep that the worker interrupted has not failed.
      signal.throwIfAborted();
      isFailure = true;
      log.error({ error, sweep: name }, "a sweep failed");
    }
    await countSweep(database.query, name, isFailure).catch((error: unknown) =>
      log.warn({ error, sweep: name }, "could not count a sweep"),
    );
  }
}
