import { type Answer, api } from "../api/client.ts";
import { useFollow } from "../ui/use-follow.ts";

export type JobEvent = Answer<"streamAgentJobEvents"> extends AsyncIterable<infer Event> ? Event : never;

/** Follows the events of a job. A follow-up reactivates an ended job, and its events continue. */
export function useJobEvents(
  projectId: string,
  id: string,
  status: string | undefined,
  onMove: () => void,
): readonly JobEvent[] {
  const { events } = useFollow({
    source: id,
    name: status === undefined ? undefined : `${id} ${status === "active"}`,
    open: (options) => api.streamAgentJobEvents({ projectId, id }, options),
    onEvents: (fresh) => {
      if (fresh.some(({ event }) => event === "status" || event === "usage")) {
        onMove();
      }
    },
  });
  return events;
}
