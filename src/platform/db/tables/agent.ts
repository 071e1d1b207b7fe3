import type { Generated, Selectable } from "kysely";
import type { AgentJobOutcome } from "../../../contract/schemas.ts";

/** Agent jobs and the journal they resume from. */
export interface AgentTables {
  agent_jobs: AgentJobTable;
  agent_job_events: AgentJobEventRow;
  agent_turns: AgentTurnRow;
  agent_model_steps: AgentModelStepRow;
}

interface AgentJobTable {
  id: string;
  organization_id: string;
  project_id: string;
  status: "active" | "completed" | "archived" | "failed";
  prompt: string;
  repository: string;
  base_ref: string;
  ref: string | null;
  model: string;
  pr_link: string | null;
  created_at: number;
  archived_at: number | null;
  event_count: number;
  /** The result of the latest prompt. */
  outcome: AgentJobOutcome | null;
  summary: string | null;
  /** When a worker started on the latest prompt. */
  started_at: number | null;
  ended_at: number | null;
  /** The total over all prompts. */
  model_steps: Generated<number>;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** In ten-thousandths of the operator's currency; null if no prices are configured. */
  cost: number | null;
}

export type AgentJobRow = Selectable<AgentJobTable>;

export interface AgentJobEventRow {
  job_id: string;
  sequence: number;
  kind: string;
  data: string;
  at: number;
}

/** One prompt of a job, and the journal of the work on it. Steps in the journal aren't repeated. */
export interface AgentTurnRow {
  job_id: string;
  /** 1 for the prompt that created the job. */
  turn: number;
  prompt: string;
  created_at: number;
  /** When the work began. Used as the commit's time, so that a repeated commit is identical. */
  started_at: number | null;
  /** The commit the work starts from. */
  base_sha: string | null;
  /** 1 if the base commit was the tip of the job's own branch. */
  on_branch: number | null;
  /** The text of the pull request, as JSON. */
  report: string | null;
  commit_sha: string | null;
  pushed_at: number | null;
}

/** One step of a language model: its reply, the results of its tools, and the changes they made. */
interface AgentModelStepRow {
  job_id: string;
  turn: number;
  step: number;
  /** The messages that the step added to the conversation, as JSON. */
  messages: string;
  /** The files that the step changed, as JSON. */
  changes: string;
  input_tokens: number;
  output_tokens: number;
}
