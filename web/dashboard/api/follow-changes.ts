import { ApiError, type CallOptions } from "../../../src/contract/client.ts";
import { followStream } from "../../../src/contract/follow-stream.ts";
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

/** Follows the changes in an organization until the signal aborts. */
export async function followChanges(
  organizationId: string,
  bookmark: Bookmark,
  listener: ChangeListener,
  signal: AbortSignal,
  { open = api.streamChanges, ...waiting }: { open?: Open; wait?: (milliseconds: number) => Promise<void> } = {},
): Promise<void> {
  let from: number | undefined;
  await followStream<ChangeMessage>({
    open: (options) => {
      from = options.lastEventId;
      return open({ organizationId }, options);
    },
    onEvent: (message) => {
      bookmark.lastEventId = message.id;
      hear(message, from, listener);
    },
    isOver: () => false,
    onLost: () => listener.onLive(false),
    lastEventId: bookmark.lastEventId,
    signal,
    attemptsMax: Number.POSITIVE_INFINITY,
    ...waiting,
  }).catch((error: unknown) => {
    if (error instanceof ApiError && !signal.aborted) listener.onRefused(error);
  });
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
