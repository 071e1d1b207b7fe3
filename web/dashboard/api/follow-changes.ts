import { ApiError, type CallOptions } from "../../../src/contract/client.ts";
import { type Answer, api } from "./client.ts";

export type ChangeMessage = Answer<"streamChanges"> extends AsyncIterable<infer Message> ? Message : never;
export type Change = Extract<ChangeMessage, { event: "change" }>["data"];

export interface ChangeListener {
  onChange(change: Change): void;
  /** Too many changes were missed; everything may be stale. */
  onLost(): void;
  /** Whether the stream is connected. */
  onLive(isLive: boolean): void;
  /** The session or membership has ended; reconnecting would not help. */
  onRefused(error: ApiError): void;
}

/** The last event seen, to resume from after a disconnect. */
export interface Bookmark {
  lastEventId?: number;
}

type Open = (input: { organizationId: string }, options: CallOptions) => Promise<AsyncIterable<ChangeMessage>>;

const retryMillisecondsMin = 1_000;
const retryMillisecondsMax = 30_000;

/** Follows the changes in an organization until the signal aborts. Reconnects with increasing delays. */
export async function followChanges(
  organizationId: string,
  bookmark: Bookmark,
  listener: ChangeListener,
  signal: AbortSignal,
  { open = api.streamChanges, wait = pause }: { open?: Open; wait?: typeof pause } = {},
): Promise<void> {
  let milliseconds = retryMillisecondsMin;
  while (!signal.aborted) {
    try {
      const from = bookmark.lastEventId;
      for await (const message of await open({ organizationId }, { signal, ...bookmark })) {
        milliseconds = retryMillisecondsMin;
        bookmark.lastEventId = message.id;
        hear(message, from, listener);
      }
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) {
        return listener.onRefused(error);
      }
    }
    if (!signal.aborted) {
      listener.onLive(false);
      await wait(milliseconds, signal);
      milliseconds = Math.min(milliseconds * 2, retryMillisecondsMax);
    }
  }
}

function hear(message: ChangeMessage, from: number | undefined, listener: ChangeListener): void {
  if (message.event === "change") {
    listener.onChange(message.data);
    return;
  }
  listener.onLive(true);
  // Without a previous event there is nothing to resume from.
  if (!message.data.isComplete || from === 0) {
    listener.onLost();
  }
}

/** Adds jitter, so that not all clients reconnect at once after a restart. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (0.5 + Math.random()));
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
