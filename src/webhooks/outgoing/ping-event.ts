import { type Clock, isoTime } from "../../platform/clock.ts";
import { newId } from "../../platform/id.ts";

/** The event that a test sends. It has no project. */
export interface PingEvent {
  id: string;
  type: "ping";
  timestamp: string;
  data: { dashboardUrl: string };
}

export function newPing(clock: Clock, dashboardUrl: string): PingEvent {
  return { id: newId("evt", clock), type: "ping", timestamp: isoTime(clock.now()), data: { dashboardUrl } };
}
