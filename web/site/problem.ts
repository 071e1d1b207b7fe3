import { ReplyRefused } from "./server.ts";

/** The reason why there is no answer, as far as readers need to know. */
export interface Problem {
  kind: "offline" | "cut" | "limit" | "refused" | "unavailable";
  /** When the limit ends, in milliseconds since the epoch. */
  until?: number;
}

const tooMany = 429;
const waitSecondsDefault = 60;

export function problemOfError(error: unknown, isBegun: boolean): Problem {
  if (error instanceof ReplyRefused) return problemOfResponse(error.response);
  return { kind: isBegun ? "cut" : navigator.onLine && !(error instanceof TypeError) ? "unavailable" : "offline" };
}

export function problemOfResponse({ status, headers }: Response): Problem {
  if (status === tooMany) {
    const seconds = Number(headers.get("retry-after") ?? waitSecondsDefault);
    return { kind: "limit", until: Date.now() + (Number.isFinite(seconds) ? seconds : waitSecondsDefault) * 1000 };
  }
  return { kind: status >= 500 ? "unavailable" : "refused" };
}
