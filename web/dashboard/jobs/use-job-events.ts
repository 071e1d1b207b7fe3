import { useState } from "react";
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
  const [seen, setSeen] = useState<{ of: string; events: readonly JobEvent[] }>({ of: id, events: [] });
  useFollow({
    name: status === undefined ? undefined : `${id} ${status === "active"}`,
    open: (options) => api.streamAgentJobEvents({ projectId, id }, options),
    onEvents: (events) => {
      setSeen((before) => {
        const known = before.of === id ? before.events : [];
        const last = known.at(-1)?.id ?? 0;
        // A reopened stream starts from the first event.
        return { of: id, events: [...known, ...events.filter((event) => event.id > last)] };
      });
      if (events.some(({ event }) => event === "status" || event === "usage")) {
        onMove();
      }
    },
  });
  return seen.of === id ? seen.events : [];
}
