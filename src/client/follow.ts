import { followToEnd } from "./follow-to-end.ts";
import type { AgentJob, AgentJobEvent, Client, UpdateEvent, UpdateStatus } from "./types.ts";

export interface FollowOptions<Event> {
  /** Called for each event, in order. */
  onEvent?: (event: Event) => void;
  /** Skips the events up to this one. */
  lastEventId?: number;
  /** Stops following. What is followed continues. */
  signal?: AbortSignal;
}

/**
 * Waits for the end of an update and returns it. Lost connections are resumed. A failed update isn't an exception: look at
 * its `status`.
 */
export function followUpdate(
  client: Pick<Client, "streamUpdateEvents" | "getUpdateStatus">,
  update: { statusId: string },
  { onEvent = () => {}, lastEventId: first = 0, ...call }: FollowOptions<UpdateEvent> = {},
): Promise<UpdateStatus> {
  return followToEnd({
    events: (last) => client.streamUpdateEvents(update, { ...call, lastEventId: Math.max(first, last) }),
    read: () => client.getUpdateStatus(update, call),
    isOver: ({ status }) => status === "success" || status === "failure",
    onEvent,
    ...call,
  });
}

/**
 * Waits until an agent job has finished its latest prompt, and returns it. Lost connections are resumed. A failed job
 * isn't an exception: look at its `status` and `outcome`.
 */
export function followAgentJob(
  client: Pick<Client, "streamAgentJobEvents" | "getAgentJob">,
  job: { projectId: string; id: string },
  { onEvent = () => {}, lastEventId: first = 0, ...call }: FollowOptions<AgentJobEvent> = {},
): Promise<AgentJob> {
  return followToEnd({
    events: (last) => client.streamAgentJobEvents(job, { ...call, lastEventId: Math.max(first, last) }),
    read: () => client.getAgentJob(job, call),
    isOver: ({ status }) => status !== "active",
    onEvent,
    ...call,
  });
}
