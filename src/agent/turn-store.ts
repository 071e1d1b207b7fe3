import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { Connection } from "../platform/db/database.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { AgentTurnRow } from "../platform/db/tables.ts";

/** One prompt of a job and its progress. Journaled steps are done and are not repeated. */
export interface AgentTurn {
  jobId: string;
  turn: number;
  prompt: string;
  /** The starting point; null until it is known. */
  start: TurnStart | null;
  /** The commit with the work, which may not have been pushed yet. */
  done: TurnCommit | null;
  isPushed: boolean;
}

export interface TurnStart {
  baseSha: string;
  /** Whether the commit is the tip of the job's own branch, rather than of the branch that the job started from. */
  isOnBranch: boolean;
  at: number;
}

export interface TurnCommit {
  sha: string;
  report: TurnReport;
}

/** The text of the pull request. */
export interface TurnReport {
  title: string;
  /** Markdown. */
  body: string;
  /** Shown to people who look at the job. Missing in journals written by earlier versions. */
  summary?: string;
  /** Why a person has to look at the change before it is published. */
  lookAt?: string | undefined;
}

export interface ModelStep {
  /** The messages that this step added to the conversation. */
  messages: readonly unknown[];
  changes: readonly FileChange[];
  usage: { inputTokens: number; outputTokens: number };
}

export async function insertTurn(
  tx: Connection,
  jobId: string,
  { prompt, promptedBy, now }: { prompt: string; promptedBy: string | null; now: number },
): Promise<number> {
  const { last } = await tx
    .selectFrom("agentTurns")
    .select((turns) => turns.fn.max("turn").as("last"))
    .where("jobId", "=", jobId)
    .executeTakeFirstOrThrow();
  const turn = (last ?? 0) + 1;
  await insertRow(tx, "agentTurns", { ...emptyJournal, jobId, turn, prompt, promptedBy, createdAt: now });
  return turn;
}

/** The IDs of the users who wrote the prompts of a job. */
export async function listPrompters(connection: Connection, jobId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("agentTurns")
    .select("promptedBy")
    .where("jobId", "=", jobId)
    .union(connection.selectFrom("agentMessages").select("promptedBy").where("jobId", "=", jobId))
    .execute();
  return [...new Set(rows.flatMap(({ promptedBy }) => promptedBy ?? []))];
}

export async function findTurn(connection: Connection, jobId: string, turn: number): Promise<AgentTurn | undefined> {
  const row = await selectTurn(connection, jobId).where("turn", "=", turn).executeTakeFirst();
  return row && toTurn(row);
}

export async function findLastTurn(connection: Connection, jobId: string): Promise<AgentTurn | undefined> {
  const row = await selectTurn(connection, jobId).executeTakeFirst();
  return row && toTurn(row);
}

/** The latest commit of all turns of a job. */
export async function findLastCommit(connection: Connection, jobId: string): Promise<TurnCommit | undefined> {
  const row = await selectTurn(connection, jobId).where("commitSha", "is not", null).executeTakeFirst();
  return row && (toTurn(row).done ?? undefined);
}

/** The newest turn of a job that meets the conditions added to this query. */
function selectTurn(connection: Connection, jobId: string) {
  return connection.selectFrom("agentTurns").selectAll().where("jobId", "=", jobId).orderBy("turn", "desc").limit(1);
}

/** The turns that are running or queued: the last turn of every active job. */
export async function listActiveTurns(
  connection: Connection,
  projectId: string,
): Promise<Pick<AgentTurn, "jobId" | "turn">[]> {
  return connection
    .selectFrom("agentJobs")
    .innerJoin("agentTurns", "agentTurns.jobId", "agentJobs.id")
    .select(["agentJobs.id as jobId", (turns) => turns.fn.max("agentTurns.turn").as("turn")])
    .where("agentJobs.projectId", "=", projectId)
    .where("agentJobs.status", "=", "active")
    .groupBy("agentJobs.id")
    .execute();
}

/** Stores the starting point and discards the journal of an earlier starting point, whose commit no longer exists. */
export async function journalStart(tx: Connection, turn: AgentTurn, start: TurnStart): Promise<void> {
  await updateTurn(tx, turn, {
    ...emptyJournal,
    startedAt: start.at,
    baseSha: start.baseSha,
    onBranch: start.isOnBranch ? 1 : 0,
  });
  await tx.deleteFrom("agentModelSteps").where("jobId", "=", turn.jobId).where("turn", "=", turn.turn).execute();
}

export async function journalCommit(tx: Connection, turn: AgentTurn, { sha, report }: TurnCommit): Promise<void> {
  await updateTurn(tx, turn, { commitSha: sha, report: JSON.stringify(report) });
}

export async function journalPush(tx: Connection, turn: AgentTurn, now: number): Promise<void> {
  await updateTurn(tx, turn, { pushedAt: now });
}

/** Fails if another worker has already journaled the same step. */
export async function journalModelStep(
  tx: Connection,
  { jobId, turn }: Pick<AgentTurn, "jobId" | "turn">,
  step: number,
  { messages, changes, usage }: ModelStep,
): Promise<void> {
  await insertRow(tx, "agentModelSteps", {
    jobId,
    turn,
    step,
    messages: JSON.stringify(messages),
    changes: JSON.stringify(changes),
    ...usage,
  });
}

/** The steps of a turn, in order. */
export async function readModelSteps(connection: Connection, jobId: string, turn: number): Promise<ModelStep[]> {
  const rows = await connection
    .selectFrom("agentModelSteps")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("turn", "=", turn)
    .orderBy("step")
    .execute();
  return rows.map((row) => ({
    messages: JSON.parse(row.messages),
    changes: JSON.parse(row.changes),
    usage: { inputTokens: row.inputTokens, outputTokens: row.outputTokens },
  }));
}

const emptyJournal = {
  startedAt: null,
  baseSha: null,
  onBranch: null,
  report: null,
  commitSha: null,
  pushedAt: null,
};

async function updateTurn(
  tx: Connection,
  { jobId, turn }: Pick<AgentTurn, "jobId" | "turn">,
  values: Partial<AgentTurnRow>,
): Promise<void> {
  await tx.updateTable("agentTurns").set(values).where("jobId", "=", jobId).where("turn", "=", turn).execute();
}

function toTurn(row: AgentTurnRow): AgentTurn {
  const { baseSha, commitSha: sha, startedAt: at } = row;
  return {
    jobId: row.jobId,
    turn: row.turn,
    prompt: row.prompt,
    start: baseSha === null || at === null ? null : { baseSha, isOnBranch: row.onBranch === 1, at },
    done: sha === null || row.report === null ? null : { sha, report: JSON.parse(row.report) },
    isPushed: row.pushedAt !== null,
  };
}
