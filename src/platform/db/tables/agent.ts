import type { Generated, Selectable } from "kysely";
import type { AgentJobOutcome } from "../../../contract/schemas.ts";

/** Agent jobs and the journal they resume from. */
export interface AgentTables {
  agentJobs: AgentJobTable;
  agentJobEvents: AgentJobEventRow;
  agentTurns: AgentTurnRow;
  agentModelSteps: AgentModelStepRow;
}

interface AgentJobTable {
  id: string;
  organizationId: string;
  projectId: string;
  status: "active" | "completed" | "archived" | "failed";
  prompt: string;
  repository: string;
  /** The branch to start from. */
  baseRef: string;
  /** The agent's branch; null until it exists. */
  ref: string | null;
  model: string;
  prLink: string | null;
  createdAt: number;
  archivedAt: number | null;
  eventCount: number;
  /** The result of the latest prompt: what became of it, and why. */
  outcome: AgentJobOutcome | null;
  summary: string | null;
  /** When a worker started on the latest prompt. */
  startedAt: number | null;
  endedAt: number | null;
  /** What all prompts used. */
  modelSteps: Generated<number>;
  inputTokens: Generated<number>;
  outputTokens: Generated<number>;
  /** In ten-thousandths of the operator's currency; null without prices. */
  cost: number | null;
}

export type AgentJobRow = Selectable<AgentJobTable>;

export interface AgentJobEventRow {
  jobId: string;
  sequence: number;
  kind: string;
  data: string;
  at: number;
}

/** One prompt of a job, and the journal of the work on it: steps in the journal aren't repeated. */
export interface AgentTurnRow {
  jobId: string;
  /** 1 for the prompt that created the job. */
  turn: number;
  prompt: string;
  createdAt: number;
  /** When the work began. It becomes the commit's time, however often the commit is made. */
  startedAt: number | null;
  /** The commit the work starts from. */
  baseSha: string | null;
  /** 1 if that commit was the tip of the job's own branch. */
  onBranch: number | null;
  /** The text of the pull request, as JSON. */
  report: string | null;
  commitSha: string | null;
  pushedAt: number | null;
}

/** One step of a language model: what it said, what its tools returned and what they changed. */
interface AgentModelStepRow {
  jobId: string;
  turn: number;
  step: number;
  /** The messages it added to the conversation, as JSON. */
  messages: string;
  /** The files it changed, as JSON. */
  changes: string;
  inputTokens: number;
  outputTokens: number;
}
