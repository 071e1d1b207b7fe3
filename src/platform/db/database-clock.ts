import { sql } from "kysely";
import { type Clock, systemClock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Database } from "./database.ts";

const readMilliseconds = 15_000;
const noticedMilliseconds = 5_000;

/** The clock of the database, so that all nodes agree on the time even if the clock of one is wrong or jumps. */
export async function openClock({ dialect, query }: Database, log: Log): Promise<Clock & { stop?(): void }> {
  if (dialect === "sqlite") return systemClock;
  let started = 0;
  const now = () => Math.round(started + performance.now());

  async function read(): Promise<void> {
    const select = sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
    const { rows } = await select.execute(query);
    const before = started;
    started = Number(rows[0]?.now) - performance.now();
    const aheadMilliseconds = now() - Date.now();
    if (Math.abs(started - before) < noticedMilliseconds || Math.abs(aheadMilliseconds) < noticedMilliseconds) return;
    log.warn({ aheadMilliseconds }, "the database's clock differs from this machine's, and is used instead");
  }

  await read();
  const timer = setInterval(() => void read().catch(() => {}), readMilliseconds).unref();
  return { now, stop: () => clearInterval(timer) };
}
