import { useEffect, useEffectEvent, useState } from "react";
import type { CallOptions } from "../../../src/contract/client.ts";
import { followStream } from "../../../src/contract/follow-stream.ts";

type FollowState = "following" | "waiting" | "ended";

interface Follow<Event> {
  /** Identifies the source of the events. When it changes, the list of events starts empty again. */
  source: string;
  /** Identifies the current stream of the source. A new name opens a new stream; undefined stops following. */
  name: string | undefined;
  open: (options: CallOptions) => Promise<AsyncIterable<Event>>;
  /** Called with batches of events, in order. */
  onEvents: (events: readonly Event[]) => void;
}

/** Follows an event stream and returns its events. After a lost connection, it continues after the last event. */
export function useFollow<Event extends { id: number }>({ source, name, open, onEvents }: Follow<Event>) {
  const [state, setState] = useState<FollowState>("waiting");
  const [seen, setSeen] = useState<{ source: string; events: readonly Event[] }>({ source, events: [] });
  const connect = useEffectEvent(open);
  const deliver = useEffectEvent((events: readonly Event[]) => {
    setSeen((before) => {
      const known = before.source === source ? before.events : [];
      const last = known.at(-1)?.id ?? 0;
      // A stream that is opened again repeats all events from the first, so known events are skipped.
      return { source, events: [...known, ...events.filter(({ id }) => id > last)] };
    });
    onEvents(events);
  });
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
  return { state, events: seen.source === source ? seen.events : [] };
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
