import type { Watcher } from "./watcher.ts";

export interface FollowedSource<Event extends { id: number }> {
  /** The next events after this one, a bounded number at a time. */
  read(after: number): Promise<Event[]>;
  /** Whether nothing more will come. */
  isOver(): Promise<boolean>;
  /** What is said, as an event of its own, when there was none after `seen` for so long. */
  silence?: { milliseconds: number; tell(seen: number): Promise<void> };
}

/** Events as they happen, until the source is over and all is told, or the signal aborts. */
export async function* follow<Event extends { id: number }>(
  watcher: Watcher,
  id: string,
  source: FollowedSource<Event>,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  let seen = after;
  while (!signal.aborted) {
    // Asked before the events are read: whatever was written before the end is then surely among them.
    const isOver = await source.isOver();
    const events = await source.read(seen);
    for (const event of events) {
      seen = event.id;
      yield event;
    }
    if (events.length > 0) {
      continue;
    }
    if (isOver) {
      return;
    }
    await waitForMore(watcher, id, source, seen, signal);
  }
}

async function waitForMore<Event extends { id: number }>(
  watcher: Watcher,
  id: string,
  { silence }: FollowedSource<Event>,
  seen: number,
  signal: AbortSignal,
): Promise<void> {
  if (silence === undefined) {
    return watcher.changed(id, seen, signal);
  }
  const patience = AbortSignal.timeout(silence.milliseconds);
  await watcher.changed(id, seen, AbortSignal.any([signal, patience]));
  if (patience.aborted && !signal.aborted) {
    await silence.tell(seen);
  }
}
