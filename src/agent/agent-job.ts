import type { AgentJobStatus, NewAgentJob, AgentJob as PresentedAgentJob } from "../contract/schemas.ts";
import { type Clock, isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { AgentJobRow } from "../platform/db/tables.ts";
import { newId } from "../platform/id.ts";
import { moneyParts } from "../platform/model-prices.ts";
import { checkedBranch } from "../projects/create-project.ts";
import type { Project } from "../projects/store.ts";

/** The author of commits that nobody asked for by name. */
export const agentAuthor = { name: "Lectern agent", email: "agent@lectern.invalid" };

export interface AgentJob
  extends Omit<AgentJobRow, "eventCount" | "modelSteps" | "inputTokens" | "outputTokens" | "cost"> {
  usage: JobUsage;
}

/** The usage of all prompts of a job. */
export interface JobUsage {
  steps: number;
  inputTokens: number;
  outputTokens: number;
  /** In ten-thousandths of the operator's currency; null without prices. */
  cost: number | null;
}

/** All allowed status changes. A follow-up makes a job active again, and an archived job stays archived. */
export const nextStatuses: Readonly<Record<AgentJobStatus, readonly AgentJobStatus[]>> = {
  active: ["completed", "failed", "archived"],
  completed: ["active", "archived"],
  failed: ["active", "archived"],
  archived: [],
};

/** The "model" of servers without a language model. */
export const rulesModel = "builtin/rules";

/** `model` is the default if the request doesn't name a model. */
export function newAgentJob(
  project: Project,
  request: Pick<NewAgentJob, "ref" | "model"> & { prompt: string },
  clock: Clock,
  model: string = rulesModel,
): AgentJob {
  return {
    id: newId("job", clock),
    organizationId: project.organizationId,
    projectId: project.id,
    status: "active",
    prompt: request.prompt,
    repository: project.repository,
    baseRef: checkedBranch(request.ref ?? project.branch),
    ref: null,
    model: request.model ?? model,
    prLink: null,
    createdAt: clock.now(),
    archivedAt: null,
    outcome: null,
    summary: null,
    startedAt: null,
    endedAt: null,
    usage: { steps: 0, inputTokens: 0, outputTokens: 0, cost: null },
  };
}

/** The branch that a job and its follow-ups use. */
export function branchOf({ id }: Pick<AgentJob, "id">): string {
  return `agent/${id}`;
}

/** The AgentJob of the contract: every field is present, unknown values are null. */
export function presentAgentJob(job: AgentJob): PresentedAgentJob {
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.ref },
    model: job.model,
    // A follow-up works on an open pull request, but the contract allows no link while the job is active.
    prLink: job.status === "active" ? null : job.prLink,
    createdAt: isoTime(job.createdAt),
    archivedAt: isoTimeOrNull(job.archivedAt),
    prompt: job.prompt,
    outcome: job.outcome,
    summary: job.summary,
    startedAt: isoTimeOrNull(job.startedAt),
    endedAt: isoTimeOrNull(job.endedAt),
    usage: presentUsage(job.usage),
  };
}

function presentUsage({ cost, ...tokens }: JobUsage): PresentedAgentJob["usage"] {
  return cost === null ? tokens : { ...tokens, cost: cost / moneyParts };
}
