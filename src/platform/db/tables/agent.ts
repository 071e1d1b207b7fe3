/** Jobs of the agent, and the journal they go on from. */
export interface AgentTables {
  agent_jobs: AgentJobRow;
  agent_job_events: AgentJobEventRow;
  agent_turns: AgentTurnRow;
  agent_model_steps: AgentModelStepRow;
}

export interface AgentJobRow {
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
}

export interface AgentJobEventRow {
  job_id: string;
  sequence: number;
  kind: string;
  data: string;
  at: number;
}

/** One prompt of a job, and the journal of what was done about it: what is there was done and is not done again. */
export interface AgentTurnRow {
  job_id: string;
  /** 1 for the prompt that the job was created with. */
  turn: number;
  prompt: string;
  created_at: number;
  /** When its work began: the time of its commit, however often it is made. */
  started_at: number | null;
  /** The commit that the work starts from. */
  base_sha: string | null;
  /** 1 if that commit was the tip of the job's own branch. */
  on_branch: number | null;
  /** What was done, in the words of the pull request, as JSON. */
  report: string | null;
  commit_sha: string | null;
  pushed_at: number | null;
}

/** A step of a language model: what it said, what its tools answered and what they changed. */
export interface AgentModelStepRow {
  job_id: string;
  turn: number;
  step: number;
  /** The messages it added to the conversation, as JSON. */
  messages: string;
  /** Files that it changed, as JSON. */
  changes: string;
  input_tokens: number;
  output_tokens: number;
}
