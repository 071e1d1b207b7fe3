import type { Generated, Selectable } from "kysely";
import type { AgentJobOutcome } from "../../../contract/schemas.ts";

/** Agent jobs and the journal they resume from. */
export interface AgentTables {
  agentJobs: AgentJobTable;
  agentJobEvents: AgentJobEventRow;
  agentTurns: AgentTurnRow;
  /** Messages to a running job, which its model reads before its next step. */
  agentMessages: {
    jobId: string;
    turn: number;
    number: number;
    text: string;
    promptedBy: string | null;
    createdAt: number;
    /** The step that read the message; null while it waits. */
    takenStep: number | null;
  };
  agentRequests: AgentRequestRow;
  /** Addresses of other websites that failed when a job checked them last. */
  deadLinks: {
    projectId: string;
    address: string;
    failingSince: number;
    checkedAt: number;
  };
  /** One step of a language model: its reply, the results of its tools, and the changes they made. */
  agentModelSteps: {
    jobId: string;
    turn: number;
    step: number;
    /** The messages that the step added to the conversation, as JSON. */
    messages: string;
    /** The files that the step changed, as JSON. */
    changes: string;
    inputTokens: number;
    outputTokens: number;
  };
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
  /** The result of the latest prompt. */
  outcome: AgentJobOutcome | null;
  summary: string | null;
  /** When a worker started on the latest prompt. */
  startedAt: number | null;
  endedAt: number | null;
  /** The total over all prompts. */
  modelSteps: Generated<number>;
  inputTokens: Generated<number>;
  outputTokens: Generated<number>;
  /** In ten-thousandths of the operator's currency; null if no prices are configured. */
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

/** One prompt of a job, and the journal of the work on it. Steps in the journal aren't repeated. */
export interface AgentTurnRow {
  jobId: string;
  /** 1 for the prompt that created the job. */
  turn: number;
  prompt: string;
  createdAt: number;
  /** When the work began. Used as the commit's time, so that a repeated commit is identical. */
  startedAt: number | null;
  /** The commit the work starts from. */
  baseSha: string | null;
  /** 1 if the base commit was the tip of the job's own branch. */
  onBranch: number | null;
  /** The text of the pull request, as JSON. */
  report: string | null;
  commitSha: string | null;
  pushedAt: number | null;
  /** The user who wrote the prompt; null for an API key. */
  promptedBy: string | null;
}

/** What somebody asks the agent outside of the dashboard: in a comment, with a failed check, or in a chat. */
export interface AgentRequestRow {
  id: string;
  projectId: string;
  /** What the request is about. Unique in its project, so that nothing is asked twice. */
  occurrence: string;
  /** JSON: where the answer belongs. */
  place: string;
  text: string;
  author: string;
  /** The user who wrote it, if it is somebody with an account here. */
  promptedBy: string | null;
  jobId: string | null;
  status: "waiting" | "working" | "answered" | "ignored";
  createdAt: number;
}
