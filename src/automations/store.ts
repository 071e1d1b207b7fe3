import type { Selectable } from "kysely";
import { automationLimits } from "../contract/automation-limits.ts";
import type { AutomationDefinition } from "../contract/automation-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import { insertOnce, lockRow, updateRows } from "../platform/db/rows.ts";
import type { AutomationRow, AutomationRunRow } from "../platform/db/tables.ts";

export type Automation = Selectable<AutomationRow>;
export type AutomationRun = Selectable<AutomationRunRow>;

const dueMax = 500;

export function listAutomations(connection: Connection, projectId: string): Promise<Automation[]> {
  return connection
    .selectFrom("automations")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("id")
    .limit(automationLimits.automations)
    .execute();
}

export function findAutomation(connection: Connection, projectId: string, id: string): Promise<Automation | undefined> {
  const all = connection.selectFrom("automations").selectAll();
  return all.where("id", "=", id).where("projectId", "=", projectId).executeTakeFirst();
}

export function findByHook(connection: Connection, hookHash: string): Promise<Automation | undefined> {
  return connection.selectFrom("automations").selectAll().where("hookHash", "=", hookHash).executeTakeFirst();
}

/** The IDs of automations that are due, the longest overdue first. */
export async function listDue(connection: Connection, now: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("automations")
    .select("id")
    .where("nextAt", "<=", now)
    .where("isOn", "=", 1)
    .orderBy("nextAt")
    .limit(dueMax)
    .execute();
  return rows.map(({ id }) => id);
}

/** Automations whose next run is after this time. */
export function listPlanned(connection: Connection, after: number) {
  const planned = connection.selectFrom("automations").select(["id", "nextAt", "definition"]).where("isOn", "=", 1);
  return planned.where("nextAt", ">", after).execute();
}

/** Reads an automation and holds it until the transaction ends, so that its runs start one after the other. */
export function lockAutomation(tx: Connection, id: string): Promise<Automation | undefined> {
  return lockRow(tx, "automations", { id });
}

export async function insertAutomation(tx: Connection, automation: Automation): Promise<void> {
  await tx.insertInto("automations").values(automation).execute();
}

export async function updateAutomation(
  tx: Connection,
  id: string,
  change: Partial<Pick<Automation, "definition" | "isOn" | "nextAt" | "hookHash" | "updatedAt">>,
): Promise<void> {
  await tx.updateTable("automations").set(change).where("id", "=", id).execute();
}

export async function deleteAutomation(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom("automations").where("id", "=", id).execute();
}

/** Returns whether this is the first run about its occurrence. */
export function claimRun(tx: Connection, run: AutomationRun): Promise<boolean> {
  return insertOnce(tx, "automationRuns", ["automationId", "occurrence"], run);
}

export async function updateRun(tx: Connection, id: string, change: Partial<AutomationRun>): Promise<void> {
  await tx.updateTable("automationRuns").set(change).where("id", "=", id).execute();
}

/** Records the end of the run that a job works for. */
export async function endRunOf(
  tx: Connection,
  jobId: string,
  end: Pick<AutomationRun, "status" | "outcome" | "summary" | "prLink" | "endedAt">,
): Promise<void> {
  const running = tx.updateTable("automationRuns").set(end).where("jobId", "=", jobId);
  await running.where("status", "=", "running").execute();
}

export function recordPullRequestEnd(tx: Connection, projectId: string, jobId: string): Promise<void> {
  return updateRows(tx, "automationRuns", { projectId, jobId }, { isPrOver: 1 });
}

/** Ends runs whose job was archived: no event reports that. */
export async function endArchivedRuns(tx: Connection, now: number): Promise<void> {
  await tx
    .updateTable("automationRuns")
    .set({ status: "completed", summary: "The job was archived.", endedAt: now })
    .where("status", "=", "running")
    .where("jobId", "in", (jobs) => jobs.selectFrom("agentJobs").select("id").where("status", "=", "archived"))
    .execute();
}

/** Newest first. */
export function listRuns(
  connection: Connection,
  automationId: string,
  limit: number = automationLimits.runsKept,
): Promise<AutomationRun[]> {
  return connection
    .selectFrom("automationRuns")
    .selectAll()
    .where("automationId", "=", automationId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Their runs pass on to a prompt what readers, pushers to other repositories or the authors of releases wrote. */
const quotingCauses: readonly AutomationRun["cause"][] = ["feedback", "question", "code", "release"];

/**
 * Whether the automation that a job works for wants a commit instead of a pull request. The prompt may quote nobody, and
 * nobody may have sent the job a message: such work is reviewed.
 */
export async function wantsCommit(connection: Connection, jobId: string): Promise<boolean> {
  const found = await connection
    .selectFrom("automationRuns")
    .innerJoin("automations", "automations.id", "automationRuns.automationId")
    .select(["automations.definition", "automationRuns.cause"])
    .where("automationRuns.jobId", "=", jobId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("agentMessages").select("agentMessages.jobId").where("agentMessages.jobId", "=", jobId))),
    )
    .executeTakeFirst();
  if (found === undefined) return false;
  const { do: act, pullRequest }: AutomationDefinition = JSON.parse(found.definition);
  return pullRequest === "none" && (act.task !== undefined || !quotingCauses.includes(found.cause));
}

/** What the runs since a time cost, and how many there were. */
export async function readUse(
  connection: Connection,
  automationId: string,
  since: number,
): Promise<{ runs: number; cost: number }> {
  const rows = await connection
    .selectFrom("automationRuns")
    .leftJoin("agentJobs", "agentJobs.id", "automationRuns.jobId")
    .select(["automationRuns.jobId", "automationRuns.costBefore", "agentJobs.cost"])
    .where("automationRuns.automationId", "=", automationId)
    .where("automationRuns.createdAt", ">", since)
    .where("automationRuns.status", "<>", "skipped")
    .orderBy("automationRuns.id", "desc")
    .limit(automationLimits.runsKept)
    .execute();
  // Several runs may work with one job, which knows only the sum. The oldest run is the last one.
  const costs = new Map(rows.map(({ jobId, cost, costBefore }) => [jobId, (cost ?? 0) - (costBefore ?? 0)]));
  return { runs: rows.length, cost: [...costs.values()].reduce((sum, cost) => sum + cost, 0) };
}

export async function deleteOldRuns(tx: Connection, automationId: string): Promise<void> {
  await tx
    .deleteFrom("automationRuns")
    .where("automationId", "=", automationId)
    .where("status", "<>", "running")
    .where("id", "not in", (runs) =>
      runs
        .selectFrom("automationRuns")
        .select("id")
        .where("automationId", "=", automationId)
        .orderBy("id", "desc")
        .limit(automationLimits.runsKept),
    )
    .execute();
}
