import type { AgentJob as PresentedAgentJob } from "../contract/schemas.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import { moneyParts } from "../platform/model-prices.ts";
import type { AgentJob, JobUsage } from "./agent-job.ts";

/** The AgentJob of the contract: every field is present, unknown values are null. */
export function presentAgentJob(job: AgentJob): PresentedAgentJob {
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.ref },
    model: job.model,
    // A follow-up works on an open pull request, but the contract has no link while the job is active.
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
