import type { AgentJob } from "../../../src/contract/schemas.ts";
import { jobState } from "../../../src/contract/status-name.ts";
import { Status } from "../ui/status.tsx";

export function JobStatus({ job }: { job: Pick<AgentJob, "status" | "outcome"> }) {
  return <Status status={jobState(job)} />;
}
