import { CompiledQuery, sql } from "kysely";
import type { Clock } from "../clock.ts";
import { cutText } from "../cut-text.ts";
import type { Connection, Database } from "../db/database.ts";
import type { QueueJobRow } from "../db/tables.ts";
import { reasonCharactersMax } from "./job-limits.ts";
import { type ClaimedJob, LeaseLost, type LeaseState, type NewJob, type Queue } from "./queue.ts";
import { Turns } from "./turns.ts";

const sweptJobsMax = 500;
/** How often another worker may take the chosen job before a claim finds nothing. */
const claimTriesMax = 3;

/**
 * A job that is due, or whose lease has expired, in a group without another running job. A job with an expired lease
 * still keeps its group busy, because its worker may be late and renew it. SQLite uses the indexes of live jobs only if
 * the states are literals in the statement. Values: now.
 */
const isClaimable = `
  candidate.state in ('waiting', 'running')
  and case candidate.state when 'waiting' then candidate.run_at else candidate.lease_until end <= ?1
  and not exists (
    select 1 from queue_jobs as other
    where other.kind = candidate.kind and other.group_key = candidate.group_key
      and other.state = 'running' and other.id <> candidate.id
  )`;

/**
 * The oldest claimable job of each kind and organization, oldest first. The organizations are found by jumping from
 * one to the next in the index, so the number of waiting jobs doesn't matter. Values: now, kinds.
 */
const listClaimable = `
  with recursive shares (kind, organization_id) as (
    select value, (
      select min(organization_id) from queue_jobs where kind = value and state in ('waiting', 'running')
    ) from json_each(?2)
    union all
    select kind, (
      select min(next.organization_id) from queue_jobs as next
      where next.kind = shares.kind and next.organization_id > shares.organization_id
        and next.state in ('waiting', 'running')
    ) from shares where organization_id is not null
  )
  select job.id, job.organization_id, coalesce(jobs, 0) as running
  from shares join queue_jobs as job on job.id = (
    select candidate.id from queue_jobs as candidate indexed by queue_jobs_by_age
    where candidate.kind = shares.kind and candidate.organization_id = shares.organization_id and ${isClaimable}
    order by candidate.created_at, candidate.rowid
    limit 1
  ) left join (
    select organization_id, count(*) as jobs from queue_jobs indexed by queue_jobs_running
    where state = 'running' and kind in (select value from json_each(?2)) and lease_until > ?1
    group by organization_id
  ) as busy on busy.organization_id = job.organization_id
  order by job.created_at, job.rowid`;

const claimJob = `
  update queue_jobs as candidate set state = 'running', claim = claim + 1, lease_until = ?3
  where candidate.id = ?2 and ${isClaimable}
  returning id, kind, group_key, payload, claim`;

type ClaimableRow = Pick<QueueJobRow, "id" | "organizationId"> & { running: number };
type ClaimedRow = Pick<QueueJobRow, "id" | "kind" | "groupKey" | "payload" | "claim">;
type Ending = Partial<Pick<QueueJobRow, "state" | "runAt" | "leaseUntil" | "reason" | "endedAt">>;

/** The queue of the embedded database: a table of jobs, in which running jobs have a lease that their worker renews. */
export function createSqliteQueue(database: Database, clock: Clock): Queue {
  const findClaimable = database.prepare<ClaimableRow>(listClaimable);
  const turns = new Turns();

  return {
    async enqueue(tx, job) {
      const now = clock.now();
      await tx
        .insertInto("queueJobs")
        .values(newRow(job, now))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async cancel(tx, kind, id) {
      await tx
        .updateTable("queueJobs")
        .set({ state: "cancelled", endedAt: clock.now() })
        .where("id", "=", key(kind, id))
        .where("state", "in", ["waiting", "running"])
        .execute();
    },

    async claim(kinds, leaseSeconds) {
      const now = clock.now();
      for (let tries = 0; tries < claimTriesMax; tries++) {
        // Reads before it takes the write lock, so that an idle worker that polls five times a second doesn't disturb
        // writers.
        const [next] = turns.sort(kinds, await findClaimable.all([now, JSON.stringify(kinds)]));
        if (next === undefined) return undefined;
        const values = [now, next.id, now + leaseSeconds * 1_000];
        const { rows } = await database.query.executeQuery<ClaimedRow>(CompiledQuery.raw(claimJob, values));
        if (rows[0] !== undefined) {
          turns.record(kinds, next);
          return claimedJob(rows[0]);
        }
      }
      return undefined;
    },

    async heartbeat(job, leaseSeconds) {
      const { numUpdatedRows } = await held(database.query, job)
        .set({ leaseUntil: clock.now() + leaseSeconds * 1_000 })
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "held" : leaseAfterLoss(database, job);
    },

    complete: (tx, job) => end(tx, job, { state: "done", endedAt: clock.now() }),

    retry(tx, job, delaySeconds, reason) {
      const leaseUntil = clock.now();
      const runAt = leaseUntil + Math.round(delaySeconds * 1_000);
      return end(tx, job, { state: "waiting", runAt, leaseUntil, reason: cutText(reason, reasonCharactersMax) });
    },

    giveUp: (tx, job, reason) =>
      end(tx, job, { state: "failed", reason: cutText(reason, reasonCharactersMax), endedAt: clock.now() }),

    async counts() {
      const { rows } = await sql<{ waiting: number; running: number }>`
        select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'running') as running
        from queue_jobs where state in ('waiting', 'running')`.execute(database.query);
      return { waiting: rows[0]?.waiting ?? 0, running: rows[0]?.running ?? 0 };
    },

    async listDue() {
      const now = clock.now();
      const { rows } = await sql<{ kind: string; jobs: number; since: number }>`
        select kind, count(*) as jobs, min(run_at) as since from queue_jobs
        where state = 'waiting' and run_at <= ${now} group by kind`.execute(database.query);
      return rows.map(({ since, ...row }) => ({ ...row, seconds: (now - since) / 1_000 }));
    },

    async sweep(endedBefore) {
      // In small batches, so that other requests can run between two deletes.
      let swept = sweptJobsMax;
      while (swept === sweptJobsMax) {
        const { numAffectedRows } = await sql`
          delete from queue_jobs where id in
            (select id from queue_jobs where ended_at < ${endedBefore} limit ${sweptJobsMax})`.execute(database.query);
        swept = Number(numAffectedRows);
      }
    },

    // The caller closes the database.
    async close() {},
  };
}

function newRow(job: NewJob, now: number): QueueJobRow {
  return {
    id: key(job.kind, job.id),
    kind: job.kind,
    groupKey: job.group,
    organizationId: job.organizationId ?? "",
    payload: JSON.stringify(job.payload),
    state: "waiting",
    claim: 0,
    runAt: job.runAt ?? now,
    leaseUntil: null,
    reason: null,
    createdAt: now,
    endedAt: null,
  };
}

function key(kind: string, id: string): string {
  return `${kind}/${id}`;
}

function held(connection: Connection, job: ClaimedJob) {
  return connection
    .updateTable("queueJobs")
    .where("id", "=", key(job.kind, job.id))
    .where("claim", "=", job.claim)
    .where("state", "=", "running");
}

async function end(tx: Connection, job: ClaimedJob, ending: Ending): Promise<void> {
  const { numUpdatedRows } = await held(tx, job)
    .set({ leaseUntil: null, ...ending })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new LeaseLost(job);
  }
}

async function leaseAfterLoss(database: Database, job: ClaimedJob): Promise<LeaseState> {
  const row = await database.query
    .selectFrom("queueJobs")
    .select("state")
    .where("id", "=", key(job.kind, job.id))
    .executeTakeFirst();
  return row?.state === "cancelled" ? "cancelled" : "lost";
}

function claimedJob(row: ClaimedRow): ClaimedJob {
  return {
    id: row.id.slice(row.kind.length + 1),
    kind: row.kind,
    group: row.groupKey,
    payload: JSON.parse(row.payload),
    claim: row.claim,
  };
}
