import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type CommandResponse, fromKysely, type PgBoss } from "pg-boss";
import { cutText } from "../cut-text.ts";
import type { Connection, Database } from "../db/database.ts";
import { reasonCharactersMax } from "./job-limits.ts";
import { type ClaimedJob, type DueJobs, LeaseLost, type Queue } from "./queue.ts";
import { type StartOptions, startPgBoss } from "./start-pg-boss.ts";
import { Turns } from "./turns.ts";

export interface PgBossQueueOptions extends StartOptions {
  database: Database;
}

const cancelTriesMax = 3;
const integerMax = 2 ** 31 - 1;

// Lectern decides when jobs are given up and deleted, never pg-boss. A day is the longest run that pg-boss allows; a
// lease ends much earlier.
const jobOptions = {
  retryLimit: integerMax,
  retryDelay: 0,
  retentionSeconds: integerMax,
  deleteAfterSeconds: 0,
  expireInSeconds: 24 * 60 * 60,
};

interface JobData {
  id: string;
  payload: Record<string, unknown>;
}

/**
 * The queue on PostgreSQL: pg-boss stores the jobs, in one queue per kind, and every end of a job runs in the caller's
 * transaction.
 *
 * The queues use the standard policy instead of `singleton`. With `singleton`, pg-boss picks a job of a busy group,
 * fails on its unique index and reports "nothing to do" while other groups wait. It also skips groups that were busy
 * when it last counted, long after they have become free.
 */
export async function createPgBossQueue(options: PgBossQueueOptions): Promise<Queue> {
  const { database, kinds } = options;
  const { boss, close } = await startPgBoss(options);
  const turns = new Turns();

  return {
    async enqueue(tx, job) {
      const data: JobData = { id: job.id, payload: job.payload };
      await boss.send(job.kind, data, {
        ...jobOptions,
        id: jobUuid(job.kind, job.id),
        group: { id: job.group, ...(job.organizationId === undefined ? {} : { tier: job.organizationId }) },
        ...(job.runAt === undefined ? {} : { startAfter: new Date(job.runAt) }),
        db: fromKysely(tx.withoutPlugins()),
      });
    },

    cancel: (tx, kind, id) => cancel(boss, tx, kind, jobUuid(kind, id)),

    async claim(wanted, leaseSeconds) {
      // One cheap read for an idle worker.
      for (const share of turns.sort(wanted, await listShares(database.query, wanted))) {
        const job = await database.transaction((tx) => claim(boss, tx, share, leaseSeconds));
        if (job) {
          turns.record(wanted, share);
          return job;
        }
      }
      return undefined;
    },

    // The lease length was set when the job was claimed.
    async heartbeat(job) {
      if (affectedJobs(await boss.touch(job.kind, claimOf(job))) > 0) {
        return "held";
      }
      const [found] = await boss.findJobs(job.kind, { id: jobUuid(job.kind, job.id) });
      return found?.state === "cancelled" ? "cancelled" : "lost";
    },

    async complete(tx, job) {
      assertHeld(job, await boss.complete(job.kind, claimOf(job), null, { db: fromKysely(tx.withoutPlugins()) }));
    },

    async retry(tx, job, delaySeconds, reason) {
      const db = fromKysely(tx.withoutPlugins());
      const claimed = claimOf(job);
      assertHeld(job, await boss.fail(job.kind, claimed, { message: cutText(reason, reasonCharactersMax) }, { db }));
      await boss.update(job.kind, undefined, { id: claimed.id, startAfter: delaySeconds, db });
    },

    // pg-boss fails a job permanently only when it has no retries left, and ours always have some. This ends the job
    // with the reason.
    async giveUp(tx, job, reason) {
      const output = { gaveUp: cutText(reason, reasonCharactersMax) };
      assertHeld(job, await boss.complete(job.kind, claimOf(job), output, { db: fromKysely(tx.withoutPlugins()) }));
    },

    async counts() {
      const { rows } = await sql<{ waiting: number; running: number }>`
        select count(*) filter (where state < 'active') as waiting, count(*) filter (where state = 'active') as running
        from pgboss.job where name = any(${kinds}) and state <= 'active'`.execute(database.query);
      return { waiting: rows[0]?.waiting ?? 0, running: rows[0]?.running ?? 0 };
    },

    async listDue() {
      const { rows } = await sql<DueJobs>`
        select name as kind, count(*) as jobs, extract(epoch from now() - min(start_after))::float8 as seconds
        from pgboss.job where name = any(${kinds}) and state < 'active' and start_after <= now()
        group by name`.execute(database.query);
      return rows;
    },

    async sweep(endedBefore) {
      await sql`
        delete from pgboss.job
        where name = any(${kinds}) and state > 'active' and completed_on < ${new Date(endedBefore)}`.execute(
        database.query,
      );
    },

    close,
  };
}

/**
 * The UUID of a job, because pg-boss identifies jobs by UUID. The same kind and ID always give the same UUID. A
 * singleton key of pg-boss can't replace it, because such keys don't cover canceled jobs.
 */
function jobUuid(kind: string, id: string): string {
  const hex = createHash("sha256").update(`${kind}/${id}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** The fencing value of pg-boss: the number of the claim, starting at 0. */
function claimOf(job: ClaimedJob): { id: string; retryCount: number } {
  return { id: jobUuid(job.kind, job.id), retryCount: job.claim - 1 };
}

async function cancel(boss: PgBoss, tx: Connection, kind: string, id: string): Promise<void> {
  const db = fromKysely(tx.withoutPlugins());
  // pg-boss fails a job by deleting and reinserting its row, so a concurrent cancel may find no row.
  for (let tries = 0; tries < cancelTriesMax; tries++) {
    if (affectedJobs(await boss.cancel(kind, id, { db })) > 0) {
      return;
    }
    const [job] = await boss.findJobs(kind, { id, db });
    if (!job || !["created", "retry", "active"].includes(job.state)) {
      return;
    }
  }
  throw new Error(`The ${kind} job kept changing while it was being canceled; try again.`);
}

/** The jobs of an organization and kind that may run now. */
interface Share {
  kind: string;
  organizationId: string;
  running: number;
}

/** The share with the oldest job first. The organization is the tier of a job's group. */
async function listShares(connection: Connection, wanted: readonly string[]): Promise<Share[]> {
  const { rows } = await sql<Share>`
    with running as (
      select coalesce(group_tier, '') as organization_id, count(*) as jobs
      from pgboss.job where name = any(${wanted}) and state = 'active' and group_id is not null group by 1
    ), share as (
      select name as kind, coalesce(group_tier, '') as organization_id, min(created_on) as since
      from pgboss.job where name = any(${wanted}) and ${isClaimable} group by 1, 2
    )
    select kind, organization_id, coalesce(jobs, 0) as running
    from share left join running using (organization_id) order by since`.execute(connection);
  return rows;
}

const isClaimable = sql`
  state < 'active' and not blocked and start_after <= now() and not exists (
    select 1 from pgboss.job as other
    where other.name = job.name and other.state = 'active' and other.group_id = job.group_id
  )`;

async function claim(
  boss: PgBoss,
  tx: Connection,
  { kind, organizationId }: Share,
  leaseSeconds: number,
): Promise<ClaimedJob | undefined> {
  // Two concurrent claims don't see each other and could take two jobs of a group, so they are serialized.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lectern-queue/${kind}`}, 0))`.execute(tx);
  // pg-boss fetches the oldest job of all, so the oldest one of this organization gets a priority until it is fetched.
  // pg-boss fixes the heartbeat interval when a job is sent, with a minimum of ten seconds; this also sets the lease's
  // own length.
  await sql`
    update pgboss.job set priority = 1, heartbeat_seconds = ${Math.ceil(leaseSeconds)}
    where name = ${kind} and id = (
      select id from pgboss.job
      where name = ${kind} and coalesce(group_tier, '') = ${organizationId} and ${isClaimable}
      order by priority desc, created_on limit 1 for update of job skip locked
    )`.execute(tx);
  const [found] = await boss.fetch<JobData>(kind, {
    minPriority: 1,
    groupConcurrency: 1,
    db: fromKysely(tx.withoutPlugins()),
  });
  if (!found) {
    return undefined;
  }
  await sql`update pgboss.job set priority = 0 where name = ${kind} and id = ${found.id}`.execute(tx);
  const { id, payload } = found.data;
  return { id, kind, group: found.groupId ?? "", payload, claim: found.retryCount + 1 };
}

function assertHeld(job: ClaimedJob, response: CommandResponse): void {
  if (affectedJobs(response) === 0) {
    throw new LeaseLost(job);
  }
}

// pg-boss returns the count, but its type doesn't include it.
function affectedJobs(response: CommandResponse): number {
  if ("affected" in response && typeof response.affected === "number") {
    return response.affected;
  }
  throw new Error("This version of pg-boss does not report how many jobs it changed and cannot be used.");
}
