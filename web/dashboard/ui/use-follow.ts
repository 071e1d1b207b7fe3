import { useEffect, useEffectEvent, useState } from "react";
import type { CallOptions } from "../../../src/contract/client.ts";

const retryMilliseconds = 2_000;
const retriesMax = 30;

export type FollowState = "following" | "waiting" | "ended";

interface Follow<Event> {
  /** Identifies the stream. A new name starts over; undefined follows nothing. */
  name: string | undefined;
  open: (options: CallOptions) => Promise<AsyncIterable<Event>>;
  /** Called with batches of events, in order. */
  onEvents: (events: readonly Event[]) => void;
}

/** Follows an event stream. After a lost connection it resumes after the last event. */
export function useFollow<Event extends { id: number }>({ name, open, onEvents }: Follow<Event>): FollowState {
  const [state, setState] = useState<FollowState>("waiting");
  const connect = useEffectEvent(open);
  const deliver = useEffectEvent(onEvents);
  useEffect(() => {
    if (name === undefined) {
      return;
    }
    const leaving = new AbortController();
    void followToEnd({ signal: leaving.signal, connect, deliver, onState: setState });
    return () => leaving.abort();
  }, [name]);
  return state;
}

interface Following<Event> {
  signal: AbortSignal;
  connect: (options: CallOptions) => Promise<AsyncIterable<Event>>;
  deliver: (events: readonly Event[]) => void;
  onState: (state: FollowState) => void;
}

async function followToEnd<Event extends { id: number }>(following: Following<Event>): Promise<void> {
  const { signal, connect, deliver, onState } = following;
  let lastEventId = 0;
  let waiting: Event[] = [];
  // A log can arrive in thousands of lines, so render in batches.
  const flush = () => {
    if (waiting.length > 0 && !signal.aborted) {
      deliver(waiting);
    }
    waiting = [];
  };
  for (let retries = 0; retries < retriesMax && !signal.aborted; retries += 1) {
    try {
      const events = await connect({ signal, ...(lastEventId > 0 && { lastEventId }) });
      onState("following");
      for await (const event of events) {
        lastEventId = event.id;
        retries = 0;
        if (waiting.push(event) === 1) {
          setTimeout(flush, 50);
        }
      }
      flush();
      if (!signal.aborted) {
        onState("ended");
      }
      return;
    } catch {
      flush();
      if (signal.aborted) {
        return;
      }
      onState("waiting");
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
    }
  }
}
