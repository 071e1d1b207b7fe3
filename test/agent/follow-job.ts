import type { EventOf } from "../../src/contract/operation.ts";
import type { Operations } from "../../src/contract/operations.ts";
import type { AgentJob } from "../../src/contract/schemas.ts";
import type { Project } from "../../src/projects/store.ts";
import { until } from "../faults/queue-test-support.ts";
import type { Installation } from "../updates/publisher.ts";

export type JobEvent = EventOf<Operations["streamAgentJobEvents"]["reply"]["events"]>;

const jobSeconds = 500;

/** Waits until a job is no longer active and checks every state against the contract. */
export async function jobEnded({ client }: Installation, project: Project, id: string): Promise<AgentJob> {
  const read = async () => {
    const job = await client.getAgentJob({ projectId: project.id, id });
    if (job.status === "active" && job.prLink !== null) {
      throw new Error(`An active job shows the pull request ${job.prLink}.`);
    }
    if ((job.status === "archived") !== (job.archivedAt !== null)) {
      throw new Error(`A job with the status ${job.status} has the archival time ${job.archivedAt}.`);
    }
    if (job.prLink !== null && job.source.ref === null) {
      throw new Error(`The job has the pull request ${job.prLink} but no branch.`);
    }
    return job.status === "active" ? undefined : job;
  };
  return (await until(read, { timeoutSeconds: jobSeconds })) as AgentJob;
}

/** All events of a finished job, without heartbeats. */
export async function followJob({ client }: Installation, project: Project, id: string): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for await (const event of await client.streamAgentJobEvents({ projectId: project.id, id })) {
    if (event.event !== "heartbeat") events.push(event);
  }
  return events;
}

/** The kinds of events in order, without repetitions. */
export function kindsOf(events: readonly JobEvent[]): string[] {
  return events.map(({ event }) => event).filter((kind, index, all) => kind !== all[index - 1]);
}
