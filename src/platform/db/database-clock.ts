import { sql } from "kysely";
import { type Clock, systemClock } from "../clock.ts";
import type { Database } from "./database.ts";

const readMilliseconds = 15_000;

/** The clock of the database, so that all nodes agree on the time even if the clock of one is wrong or jumps. */
export async function openClock({ dialect, query }: Database): Promise<Clock & { stop?(): void }> {
  if (dialect === "sqlite") return systemClock;
  let started = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    const select = sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
    const asked = performance.now();
    const { rows } = await select.execute(query);
    const time = Number(rows[0]?.now);
    // The reply may be late, so the clock is only moved if it can't be right.
    started = Math.min(Math.max(started, time - performance.now()), time - asked);
  }

  await read();
  const timer = setInterval(() => void read().catch(() => {}), readMilliseconds).unref();
  return { now: () => Math.round(started + performance.now()), stop: () => clearInterval(timer) };
}
