import { ApiError, type CallOptions } from "./send-request.ts";

const waitMillisecondsMin = 1_000;
const waitMillisecondsMax = 30_000;
const attemptsMaxDefault = 30;

interface FollowedStream<Event extends { id: number }> {
  open(options: CallOptions): Promise<AsyncIterable<Event>>;
  onEvent(event: Event): void;
  /** Called when the server has ended the stream. If this returns false, the stream is opened again. */
  isOver(): boolean | Promise<boolean>;
  /** Called when the connection is lost, before the next attempt. */
  onLost?(): void;
  /** Skips all events up to and including this one. */
  lastEventId?: number | undefined;
  signal?: AbortSignal | undefined;
  /** How many attempts in a row may fail. */
  attemptsMax?: number;
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Reads a stream of events until it is over. A lost connection is resumed after the last event, with increasing delays.
 * Rejects if the server refuses the request, stays unreachable for too long, or if the signal aborts.
 */
export async function followStream<Event extends { id: number }>(stream: FollowedStream<Event>): Promise<void> {
  const { open, onEvent, isOver, onLost, signal, attemptsMax = attemptsMaxDefault, wait = pause } = stream;
  let { lastEventId } = stream;
  for (let attempts = 0; ; attempts += 1) {
    try {
      const events = await open({ ...(signal && { signal }), ...(lastEventId !== undefined && { lastEventId }) });
      for await (const event of events) {
        lastEventId = event.id;
        attempts = 0;
        onEvent(event);
      }
      if (await isOver()) return;
    } catch (error) {
      if (isRefusal(error) || attempts >= attemptsMax) throw error;
    }
    signal?.throwIfAborted();
    onLost?.();
    await wait(Math.min(waitMillisecondsMin * 2 ** attempts, waitMillisecondsMax), signal);
    signal?.throwIfAborted();
  }
}

// A refused request would be refused again, but a busy server may have capacity later, and a server that is down may
// come back.
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** Adds jitter, so that not all clients reconnect at once after a restart. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (0.5 + Math.random()));
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
