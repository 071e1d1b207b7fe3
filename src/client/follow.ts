import { followStream } from "../contract/follow-stream.ts";
import type { AgentJob, AgentJobEvent, Client, UpdateEvent, UpdateStatus } from "./types.ts";

export interface FollowOptions<Event> {
  /** Called for each event, in order. */
  onEvent?: (event: Event) => void;
  /** Skips all events up to and including this one. */
  lastEventId?: number;
  /** Stops listening. The update or job itself keeps running. */
  signal?: AbortSignal;
}

/**
 * Waits until an update has ended and returns it. Lost connections are resumed. A failed update doesn't throw: check
 * its `status`.
 */
export async function followUpdate(
  client: Pick<Client, "streamUpdateEvents" | "getUpdateStatus">,
  update: { statusId: string },
  { onEvent = () => {}, lastEventId = 0, ...call }: FollowOptions<UpdateEvent> = {},
): Promise<UpdateStatus> {
  let last: UpdateStatus | undefined;
  await followStream({
    open: (options) => client.streamUpdateEvents(update, options),
    isOver: async () => {
      last = await client.getUpdateStatus(update, call);
      return last.status === "success" || last.status === "failure";
    },
    onEvent,
    lastEventId,
    ...call,
  });
  return last ?? client.getUpdateStatus(update, call);
}

/**
 * Waits until an agent job has finished its latest prompt, and returns it. Lost connections are resumed. A failed job
 * doesn't throw: check its `status` and `outcome`.
 */
export async function followAgentJob(
  client: Pick<Client, "streamAgentJobEvents" | "getAgentJob">,
  job: { projectId: string; id: string },
  { onEvent = () => {}, lastEventId = 0, ...call }: FollowOptions<AgentJobEvent> = {},
): Promise<AgentJob> {
  let last: AgentJob | undefined;
  await followStream({
    open: (options) => client.streamAgentJobEvents(job, options),
    isOver: async () => {
      last = await client.getAgentJob(job, call);
      return last.status !== "active";
    },
    onEvent,
    lastEventId,
    ...call,
  });
  return last ?? client.getAgentJob(job, call);
}
