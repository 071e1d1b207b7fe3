import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { Connection } from "../platform/db/database.ts";
import type { AgentTurnRow } from "../platform/db/tables/agent.ts";

/** One prompt of a job and its progress. Journaled steps are done and are not repeated. */
export interface AgentTurn {
  jobId: string;
  turn: number;
  prompt: string;
  /** The starting point; null until it is known. */
  start: TurnStart | null;
  /** The commit with the work, which may not have been pushed. */
  done: TurnCommit | null;
  isPushed: boolean;
}

export interface TurnStart {
  baseSha: string;
  /** Whether the commit is the tip of the job's own branch instead of the branch it started from. */
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
  /** Shown to people who look at the job. Missing in journals of earlier versions. */
  summary?: string;
}

export interface ModelStep {
  /** The messages that this step added to the conversation. */
  messages: readonly unknown[];
  changes: readonly FileChange[];
  usage: { inputTokens: number; outputTokens: number };
}

export async function insertTurn(tx: Connection, jobId: string, prompt: string, now: number): Promise<number> {
  const { last } = await tx
    .selectFrom("agent_turns")
    .select((turns) => turns.fn.max("turn").as("last"))
    .where("job_id", "=", jobId)
    .executeTakeFirstOrThrow();
  const turn = (last ?? 0) + 1;
  await tx
    .insertInto("agent_turns")
    .values({ ...emptyJournal, job_id: jobId, turn, prompt, created_at: now })
    .execute();
  return turn;
}

export async function findTurn(connection: Connection, jobId: string, turn: number): Promise<AgentTurn | undefined> {
  const row = await connection
    .selectFrom("agent_turns")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("turn", "=", turn)
    .executeTakeFirst();
  return row === undefined ? undefined : toTurn(row);
}

export async function findLastTurn(connection: Connection, jobId: string): Promise<AgentTurn | undefined> {
  const row = await connection
    .selectFrom("agent_turns")
    .selectAll()
    .where("job_id", "=", jobId)
    .orderBy("turn", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toTurn(row);
}

/** The latest commit of all turns of a job. */
export async function findLastCommit(connection: Connection, jobId: string): Promise<TurnCommit | undefined> {
  const row = await connection
    .selectFrom("agent_turns")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("commit_sha", "is not", null)
    .orderBy("turn", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : (toTurn(row).done ?? undefined);
}

/** The turns that are running or queued: the last one of every active job. */
export async function listActiveTurns(
  connection: Connection,
  projectId: string,
): Promise<Pick<AgentTurn, "jobId" | "turn">[]> {
  const rows = await connection
    .selectFrom("agent_jobs")
    .innerJoin("agent_turns", "agent_turns.job_id", "agent_jobs.id")
    .select(["agent_jobs.id as job_id", (turns) => turns.fn.max("agent_turns.turn").as("turn")])
    .where("agent_jobs.project_id", "=", projectId)
    .where("agent_jobs.status", "=", "active")
    .groupBy("agent_jobs.id")
    .execute();
  return rows.map((row) => ({ jobId: row.job_id, turn: row.turn }));
}

/** Stores the starting point and discards the journal of an earlier starting point, whose commit no longer exists. */
export async function journalStart(tx: Connection, turn: AgentTurn, start: TurnStart): Promise<void> {
  await updateTurn(tx, turn, {
    ...emptyJournal,
    started_at: start.at,
    base_sha: start.baseSha,
    on_branch: start.isOnBranch ? 1 : 0,
  });
  await tx.deleteFrom("agent_model_steps").where("job_id", "=", turn.jobId).where("turn", "=", turn.turn).execute();
}

export async function journalCommit(tx: Connection, turn: AgentTurn, { sha, report }: TurnCommit): Promise<void> {
  await updateTurn(tx, turn, { commit_sha: sha, report: JSON.stringify(report) });
}

export async function journalPush(tx: Connection, turn: AgentTurn, now: number): Promise<void> {
  await updateTurn(tx, turn, { pushed_at: now });
}

/** Fails if another worker has already journaled the same step. */
export async function journalModelStep(
  tx: Connection,
  { jobId, turn }: Pick<AgentTurn, "jobId" | "turn">,
  step: number,
  { messages, changes, usage }: ModelStep,
): Promise<void> {
  await tx
    .insertInto("agent_model_steps")
    .values({
      job_id: jobId,
      turn,
      step,
      messages: JSON.stringify(messages),
      changes: JSON.stringify(changes),
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
    })
    .execute();
}

/** The steps of a turn, in order. */
export async function readModelSteps(connection: Connection, jobId: string, turn: number): Promise<ModelStep[]> {
  const rows = await connection
    .selectFrom("agent_model_steps")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("turn", "=", turn)
    .orderBy("step")
    .execute();
  return rows.map((row) => ({
    messages: JSON.parse(row.messages),
    changes: JSON.parse(row.changes),
    usage: { inputTokens: row.input_tokens, outputTokens: row.output_tokens },
  }));
}

const emptyJournal = {
  started_at: null,
  base_sha: null,
  on_branch: null,
  report: null,
  commit_sha: null,
  pushed_at: null,
};

async function updateTurn(
  tx: Connection,
  { jobId, turn }: Pick<AgentTurn, "jobId" | "turn">,
  values: Partial<AgentTurnRow>,
): Promise<void> {
  await tx.updateTable("agent_turns").set(values).where("job_id", "=", jobId).where("turn", "=", turn).execute();
}

function toTurn(row: AgentTurnRow): AgentTurn {
  const { base_sha: baseSha, commit_sha: sha, started_at: at } = row;
  return {
    jobId: row.job_id,
    turn: row.turn,
    prompt: row.prompt,
    start: baseSha === null || at === null ? null : { baseSha, isOnBranch: row.on_branch === 1, at },
    done: sha === null || row.report === null ? null : { sha, report: JSON.parse(row.report) },
    isPushed: row.pushed_at !== null,
  };
}
