import { useState } from "react";
import { api } from "../api/client.ts";
import { type FollowState, useFollow } from "../ui/use-follow.ts";
import type { LogLine } from "./read-log.ts";

interface UpdateLog {
  lines: readonly LogLine[];
  state: FollowState;
}

/** Follows the log of an update. Calls `onMove` when its status changes. */
export function useUpdateLog(statusId: string, onMove: () => void): UpdateLog {
  const [log, setLog] = useState<{ of: string; lines: readonly LogLine[] }>({ of: statusId, lines: [] });
  const state = useFollow({
    name: statusId,
    open: (options) => api.streamUpdateEvents({ statusId }, options),
    onEvents: (events) => {
      const fresh = events.flatMap((event) =>
        event.event === "log" ? [{ text: event.data.line, at: event.data.at }] : [],
      );
      setLog((before) => ({
        of: statusId,
        lines: before.of === statusId ? [...before.lines, ...fresh] : fresh,
      }));
      if (events.some(({ event }) => event === "status")) {
        onMove();
      }
    },
  });
  return { lines: log.of === statusId ? log.lines : [], state };
}
