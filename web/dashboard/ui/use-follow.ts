import { useEffect, useEffectEvent, useState } from "react";
import type { CallOptions } from "../../../src/contract/client.ts";
import { followStream } from "../../../src/contract/follow-stream.ts";

export type FollowState = "following" | "waiting" | "ended";

interface Follow<Event> {
  /** Identifies the stream. A new name starts over; undefined stops following. */
  name: string | undefined;
  open: (options: CallOptions) => Promise<AsyncIterable<Event>>;
  /** Called with batches of events, in order. */
  onEvents: (events: readonly Event[]) => void;
}

/** Follows an event stream. After a lost connection, it continues after the last event. */
export function useFollow<Event extends { id: number }>({ name, open, onEvents }: Follow<Event>): FollowState {
  const [state, setState] = useState<FollowState>("waiting");
  const connect = useEffectEvent(open);
  const deliver = useEffectEvent(onEvents);
  useEffect(() => {
    if (name === undefined) {
      return;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    const onState = (next: FollowState) => !signal.aborted && setState(next);
    followInBatches({ signal, connect, deliver, onState }).catch(() => onState("waiting"));
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

async function followInBatches<Event extends { id: number }>(following: Following<Event>): Promise<void> {
  const { signal, connect, deliver, onState } = following;
  let waiting: Event[] = [];
  // A log can arrive in thousands of lines, so events are rendered in batches.
  const flush = () => {
    if (waiting.length > 0 && !signal.aborted) {
      deliver(waiting);
    }
    waiting = [];
  };
  await followStream<Event>({
    open: async (options) => {
      const events = await connect(options);
      onState("following");
      return events;
    },
    onEvent: (event) => {
      if (waiting.push(event) === 1) {
        setTimeout(flush, 50);
      }
    },
    isOver: () => true,
    onLost: () => onState("waiting"),
    signal,
  });
  flush();
  onState("ended");
}
