import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import { delaySecondsMax } from "../queue/job-limits.ts";

/** A table, the rows that only a clock that was ahead can have written, and the changes that correct them. */
type WrongRows = [table: string, isWrong: RawBuilder<boolean>, corrections: RawBuilder<unknown>];

/** The longest lease that the settings allow. */
const leaseSecondsMax = 3_600;
/** Other processes may have read the clock a little later. */
const toleranceSeconds = 60;

/** Columns that something waits for, except those of the queue, and how many seconds ahead they can be. */
export const aheadSecondsMax: readonly [table: string, column: string, seconds: number, rows?: string][] = [
  ["analytics_visits", "seen_at", 0],
  ["automation_runs", "created_at", 0],
  ["domain_claims", "next_check_at", 86_400],
  ["draft_presence", "at", 0],
  ["events", "dispatch_at", 60, "dispatched_at is null"],
  ["nodes", "seen_at", 0],
  ["outgoing_deliveries", "next_attempt_at", delaySecondsMax, "status = 'waiting'"],
  ["rate_limits", "reset_at", 86_400],
  ["rate_limits", "reset_at", 3_600, "name like 'guess-%'"],
  ["shared_slots", "lease_until", 30],
  ["site_audiences", "used_at", 0],
  ["updates", "ended_at", 0],
];

/** Without this, a clock that ran ahead would hold up jobs, leases and limits for as long as it was ahead. */
export async function correctTimes(database: Database, now: number, leaseSeconds: number): Promise<number> {
  let corrected = 0;
  for (const [table, isWrong, corrections] of wrongRows(database, now, leaseSeconds)) {
    const update = sql`update ${sql.table(table)} set ${corrections} where ${isWrong}`;
    corrected += Number((await update.execute(database.query)).numAffectedRows);
  }
  return corrected;
}

/** Every process corrects wrong times within seconds, so there are only some while a clock is wrong. */
export async function countWrongTimes(database: Database, now: number): Promise<number> {
  const counts = wrongRows(database, now, leaseSecondsMax).map(
    ([table, isWrong]) => sql`(select count(*) from ${sql.table(table)} where ${isWrong})`,
  );
  const { rows } = await sql<{ wrong: number }>`select ${sql.join(counts, sql` + `)} as wrong`.execute(database.query);
  return Number(rows[0]?.wrong);
}

function wrongRows({ dialect }: Database, now: number, leaseSeconds: number): WrongRows[] {
  const after = (seconds: number) => now + (seconds + toleranceSeconds) * 1_000;
  return [
    dialect === "sqlite" ? ownQueue(now, after, leaseSeconds) : pgBossQueue,
    ...aheadSecondsMax.map(([table, column, seconds, rows = "true"]): WrongRows => {
      const time = sql.ref(column);
      return [table, sql`${time} > ${after(seconds)} and ${sql.raw(rows)}`, sql`${time} = ${now}`];
    }),
  ];
}

/**
 * A job that waits to be retried keeps the end of its last lease, which says when the retry was planned. A running job's
 * lease lasts one lease from now, so that a live worker can still renew it.
 */
function ownQueue(now: number, after: (seconds: number) => number, leaseSeconds: number): WrongRows {
  return [
    "queue_jobs",
    sql`state in ('waiting', 'running') and (created_at > ${after(0)} or run_at > ${after(delaySecondsMax)}
      or lease_until > ${after(leaseSeconds)})`,
    sql`created_at = min(created_at, ${now}), run_at = min(run_at, ${now}),
      lease_until = min(lease_until, ${now + leaseSeconds * 1_000})`,
  ];
}

/** pg-boss uses the database's clock. A lease begins at the last heartbeat, and a retry is planned during a run. */
const later = (seconds: number) => sql`now() + make_interval(secs => ${seconds + toleranceSeconds})`;
const ownTimes = ["created_on", "started_on", "heartbeat_on", "start_after"];
const pgBossQueue: WrongRows = [
  "pgboss.job",
  sql`state <= 'active' and (greatest(created_on, started_on, heartbeat_on) > ${later(0)}
    or start_after > ${later(delaySecondsMax)})`,
  sql.raw(ownTimes.map((column) => `${column} = ${column} + least(now() - ${column}, interval '0')`).join()),
];
