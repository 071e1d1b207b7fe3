import { countRows } from "../../platform/db/count-rows.ts";
import type { Connection } from "../../platform/db/database.ts";
import { insertOnce } from "../../platform/db/rows.ts";
import type { AgentRequestRow } from "../../platform/db/tables.ts";
import { type AgentJob, branchOf } from "../agent-job.ts";
import { findAgentJobById } from "../store.ts";
import type { RequestPlace } from "./agent-request.ts";

export interface AgentRequest extends Omit<AgentRequestRow, "place"> {
  place: RequestPlace;
}

const workingMax = 100;

/** Returns whether nobody has asked the same before. */
export function insertRequest(tx: Connection, { place, ...request }: AgentRequest): Promise<boolean> {
  return insertOnce(tx, "agentRequests", ["projectId", "occurrence"], { ...request, place: JSON.stringify(place) });
}

export async function findRequest(connection: Connection, id: string): Promise<AgentRequest | undefined> {
  const row = await connection.selectFrom("agentRequests").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRequest(row);
}

export async function updateRequest(
  tx: Connection,
  id: string,
  { place, ...change }: Partial<Pick<AgentRequest, "status" | "jobId" | "place">>,
): Promise<void> {
  const set = { ...change, ...(place !== undefined && { place: JSON.stringify(place) }) };
  await tx.updateTable("agentRequests").set(set).where("id", "=", id).execute();
}

/** The requests that a job works on, oldest first. */
export async function listWorking(connection: Connection, jobId: string): Promise<AgentRequest[]> {
  const rows = await connection
    .selectFrom("agentRequests")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("status", "=", "working")
    .orderBy("id")
    .limit(workingMax)
    .execute();
  return rows.map(toRequest);
}

/** The newest request with a job whose occurrence starts with a text. */
export async function findNewestWork(
  connection: Connection,
  projectId: string,
  start: string,
): Promise<AgentRequest | undefined> {
  const withJob = startingWith(connection, projectId, start).selectAll().where("jobId", "is not", null);
  const row = await withJob.orderBy("id", "desc").executeTakeFirst();
  return row && toRequest(row);
}

export async function countRequests(connection: Connection, projectId: string, start: string): Promise<number> {
  return countRows(startingWith(connection, projectId, start));
}

/** The job that opened a pull request, if it is one of the agent's. */
export async function findJobOfPullRequest(
  connection: Connection,
  projectId: string,
  number: number,
): Promise<AgentJob | undefined> {
  const row = await connection
    .selectFrom("agentJobs")
    .select("id")
    .where("projectId", "=", projectId)
    .where("prLink", "like", `%/${number}`)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row && findAgentJobById(connection, row.id);
}

/** The job that works on a branch. */
export async function findJobOfBranch(
  connection: Connection,
  projectId: string,
  branch: string,
): Promise<AgentJob | undefined> {
  const prefix = branchOf({ id: "" });
  const job = branch.startsWith(prefix) && (await findAgentJobById(connection, branch.slice(prefix.length)));
  return job && job.projectId === projectId ? job : undefined;
}

export async function sweepRequests(connection: Connection, before: number): Promise<void> {
  await connection.deleteFrom("agentRequests").where("createdAt", "<", before).execute();
}

function startingWith(connection: Connection, projectId: string, start: string) {
  return connection
    .selectFrom("agentRequests")
    .where("projectId", "=", projectId)
    .where("occurrence", "like", `${start}%`);
}

function toRequest({ place, ...row }: AgentRequestRow): AgentRequest {
  return { ...row, place: JSON.parse(place) };
}
