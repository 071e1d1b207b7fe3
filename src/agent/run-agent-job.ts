import type { Clock } from "../platform/clock.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import { moveAgentJob } from "./store.ts";

const attemptsMax = 3;
const cannotWork =
  "This version of Lectern records agent jobs but has no agent yet, so nothing was changed; upgrade to run them.";

/** The director of an agent job: it alone writes its state. */
export function agentJobHandler({ clock }: { clock: Clock }): JobHandler {
  return {
    attemptsMax,
    run: (job) => job.finish((tx) => moveAgentJob(tx, String(job.payload.jobId), "failed", cannotWork, clock.now())),
    giveUp: (tx, job, reason) => moveAgentJob(tx, String(job.payload.jobId), "failed", reason, clock.now()),
  };
}
