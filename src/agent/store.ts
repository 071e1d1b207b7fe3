import { sql } from "kysely";
import { recordRowChange } from "../activity/changes/store.ts";
import type { EventOf } from "../contract/operation.ts";
import type { Operations } from "../contract/operations.ts";
import type { AgentJobOutcome, AgentJobStatus } from "../contract/schemas.ts";
import { isoTime } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { newestFirst, type PageRequest } from "../platform/db/newest-first.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { AgentJobEventRow, AgentJobRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import { type AgentJob, type JobUsage, nextStatuses } from "./agent-job.ts";

const eventsPerReadMax = 200;

export type FindAgentJob = (organizationId: string, projectId: string, id: string) => Promise<AgentJob | undefined>;
export type AgentJobEvent = EventOf<Operations["streamAgentJobEvents"]["reply"]["events"]>;
/** The data of an event; the time is added when it is stored. */
export type EventData<Kind extends AgentJobEvent["event"]> = Omit<
  Extract<AgentJobEvent, { event: Kind }>["data"],
  "at"
>;

/** Clients poll this, so it reads a single row by its key. */
export function prepareFindAgentJob(database: Database): FindAgentJob {
  const read = database.prepare<AgentJobRow>(
    "select * from agent_jobs where id = ? and project_id = ? and organization_id = ?",
  );
  return async (organizationId, projectId, id) => {
    const row = await read.first([id, projectId, organizationId]);
    return row && toAgentJob(row);
  };
}

/** Finds a job in any organization, for work that was authorized when it was requested. */
export async function findAgentJobById(connection: Connection, id: string): Promise<AgentJob | undefined> {
  const row = await connection.selectFrom("agentJobs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toAgentJob(row);
}

export async function insertAgentJob(tx: Connection, { usage: _usage, ...job }: AgentJob): Promise<void> {
  await insertRow(tx, "agentJobs", { ...job, eventCount: 0 });
  await appendEvent(tx, job.id, "status", { status: job.status, summary: "Waiting for a worker." }, job.createdAt);
}

interface JobEnd {
  outcome?: AgentJobOutcome | undefined;
  prLink?: string | undefined;
  model?: string;
}

/** Changes the status of a job, if its current status allows that, and stores the given results. */
export async function moveAgentJob(
  tx: Connection,
  id: string,
  status: AgentJobStatus,
  summary: string,
  now: number,
  { outcome, prLink, model }: JobEnd = {},
): Promise<void> {
  const from = (Object.keys(nextStatuses) as AgentJobStatus[]).filter((before) =>
    nextStatuses[before].includes(status),
  );
  const row = await tx
    .updateTable("agentJobs")
    .set((job) => ({
      status,
      ...(status === "archived"
        ? // Only a canceled job has no end time yet.
          {
            archivedAt: now,
            summary: job
              .case()
              .when("status", "=", "active")
              .then(summary)
              .else(job.fn.coalesce("summary", job.val(summary)))
              .end(),
            endedAt: job.fn.coalesce("endedAt", job.val(now)),
          }
        : { outcome: outcome ?? null, summary, endedAt: now }),
      ...(status === "active" ? { outcome: null, summary: null, startedAt: null, endedAt: null } : {}),
      ...(prLink === undefined ? {} : { prLink }),
      ...(model === undefined ? {} : { model }),
    }))
    .where("id", "=", id)
    .where("status", "in", from)
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError("conflict", `The job cannot change to ${status} now.`);
  }
  await appendEvent(tx, id, "status", { status, summary }, now);
}

/** Records that a worker has started on the latest prompt. A retry doesn't change the start time. */
export async function recordStart(tx: Connection, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("agentJobs")
    .set((job) => ({ startedAt: job.fn.coalesce("startedAt", job.val(now)), summary: null }))
    .where("id", "=", id)
    .where("status", "=", "active")
    .where((job) => job.or([job("startedAt", "is", null), job("summary", "is not", null)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0) await recordRowChange(tx, "agentJobs", id, now);
}

/** Shows what an active job waits for, until its next start. */
export async function recordAgentWait(tx: Connection, id: string, summary: string, now: number): Promise<void> {
  await tx.updateTable("agentJobs").set({ summary }).where("id", "=", id).where("status", "=", "active").execute();
  await recordRowChange(tx, "agentJobs", id, now);
}

export async function addUsage(tx: Connection, id: string, used: JobUsage): Promise<void> {
  await tx
    .updateTable("agentJobs")
    .set((job) => ({
      modelSteps: job("modelSteps", "+", used.steps),
      inputTokens: job("inputTokens", "+", used.inputTokens),
      outputTokens: job("outputTokens", "+", used.outputTokens),
      ...(used.cost === null ? {} : { cost: job(job.fn.coalesce("cost", job.lit(0)), "+", used.cost) }),
    }))
    .where("id", "=", id)
    .execute();
}

export async function recordBranch(tx: Connection, id: string, ref: string): Promise<void> {
  await tx.updateTable("agentJobs").set({ ref }).where("id", "=", id).execute();
}

export async function appendEvent<Kind extends AgentJobEvent["event"]>(
  tx: Connection,
  jobId: string,
  kind: Kind,
  data: EventData<Kind>,
  now: number,
): Promise<void> {
  const { eventCount } = await countEvent(tx, jobId).executeTakeFirstOrThrow();
  await insertEvent(tx, jobId, eventCount, kind, data, now);
  if (kind === "status") {
    await recordRowChange(tx, "agentJobs", jobId, now);
  }
}

/** Adds a heartbeat to an active job that has had no event since event number `after`. */
export async function appendHeartbeat(
  tx: Connection,
  jobId: string,
  after: number,
  text: string,
  now: number,
): Promise<void> {
  // One statement checks and inserts, so that only one of two concurrent nodes adds the heartbeat.
  const row = await countEvent(tx, jobId)
    .where("eventCount", "=", after)
    .where("status", "=", "active")
    .executeTakeFirst();
  if (row !== undefined) {
    await insertEvent(tx, jobId, row.eventCount, "heartbeat", { text }, now);
  }
}

function countEvent(tx: Connection, jobId: string) {
  return tx
    .updateTable("agentJobs")
    .set((job) => ({ eventCount: job("eventCount", "+", 1) }))
    .where("id", "=", jobId)
    .returning("eventCount");
}

async function insertEvent<Kind extends AgentJobEvent["event"]>(
  tx: Connection,
  jobId: string,
  sequence: number,
  kind: Kind,
  data: EventData<Kind>,
  now: number,
): Promise<void> {
  await insertRow(tx, "agentJobEvents", { jobId, sequence, kind, data: JSON.stringify(data), at: now });
}

export async function readEvents(connection: Connection, jobId: string, after: number): Promise<AgentJobEvent[]> {
  const rows = await connection
    .selectFrom("agentJobEvents")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .limit(eventsPerReadMax)
    .execute();
  return rows.map(toEvent);
}

export async function readRevisions(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await connection.selectFrom("agentJobs").select(["id", "eventCount"]).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row.eventCount]));
}

export async function listAgentJobs(
  connection: Connection,
  projectId: string,
  page: PageRequest<AgentJobStatus>,
): Promise<AgentJob[]> {
  const query = connection.selectFrom("agentJobs").selectAll().where("projectId", "=", projectId);
  return (await newestFirst(query, page).execute()).map(toAgentJob);
}

const sweptJobsMax = 50;
const jobsKept = 100;

/**
 * Deletes jobs that have had no message since this time, with their turns, events and journals. The number of jobs per
 * project and sweep is limited; the next sweep continues. The newest jobs of each project and jobs with an open pull
 * request are kept.
 */
export async function sweepAgentJobs(connection: Connection, before: number, signal: AbortSignal): Promise<void> {
  for (const { id } of await connection.selectFrom("projects").select("id").execute()) {
    signal.throwIfAborted();
    await sql`
      delete from agent_jobs where id in (
        select old.id from agent_jobs as old
        where old.project_id = ${id} and old.created_at < ${before} and old.status <> 'active'
          and old.id < (
            select newer.id from agent_jobs as newer where newer.project_id = ${id}
            order by newer.id desc limit 1 offset ${jobsKept - 1})
          and not exists (
            select 1 from agent_turns where agent_turns.job_id = old.id and agent_turns.created_at >= ${before})
          and not exists (
            select 1 from pull_requests
            where pull_requests.project_id = ${id} and pull_requests.head = old.ref and pull_requests.status = 'open')
        limit ${sweptJobsMax})`.execute(connection);
  }
}

function toEvent(row: AgentJobEventRow): AgentJobEvent {
  const data = { ...JSON.parse(row.data), at: isoTime(row.at) };
  return { id: row.sequence, event: row.kind as AgentJobEvent["event"], data } as AgentJobEvent;
}

function toAgentJob(row: AgentJobRow): AgentJob {
  const { eventCount: _eventCount, modelSteps: steps, inputTokens, outputTokens, cost, ...job } = row;
  return {
    ...job,
    outcome: job.status === "active" ? null : job.outcome,
    usage: { steps, inputTokens, outputTokens, cost },
  };
}
