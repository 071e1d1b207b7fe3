import type { AgentJob as PresentedAgentJob } from "../contract/schemas.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { AgentJob } from "./agent-job.ts";

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
  };
}
