import { setTimeout } from "node:timers/promises";
import { findOutage } from "./outage.ts";
import type { Watcher } from "./watcher.ts";

const outageRetryMilliseconds = 1_000;

export interface FollowedSource<Event extends { id: number }> {
  /** The next events after this one, in bounded batches. */
  read(after: number): Promise<Event[]>;
  /** Whether the source has ended. */
  isOver(): Promise<boolean>;
  /**
   * If there is no event after `seen` for `milliseconds`, `report` is called. It should add an event to the source.
   */
  silence?: { milliseconds: number; report(seen: number): Promise<void> };
}

/**
 * Yields events as they occur, until the source has ended and everything was sent, or the signal aborts. A database
 * outage only delays the events.
 */
export async function* follow<Event extends { id: number }>(
  watcher: Watcher,
  id: string,
  source: FollowedSource<Event>,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  let seen = after;
  while (!signal.aborted) {
    const next = await retryDuringOutages(() => readNext(source, seen), signal);
    if (next === undefined) {
      return;
    }
    const { isOver, events } = next;
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
    await retryDuringOutages(() => waitForMore(watcher, id, source, seen, signal), signal);
  }
}

async function readNext<Event extends { id: number }>(source: FollowedSource<Event>, seen: number) {
  // Checked before reading the events, so that everything written before the end is among them.
  const isOver = await source.isOver();
  return { isOver, events: await source.read(seen) };
}

/** Repeats the work while the database is down. Returns undefined if the signal aborts first. */
async function retryDuringOutages<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (findOutage(error)?.part !== "database") {
        throw error;
      }
      await setTimeout(outageRetryMilliseconds, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
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
  const timeout = AbortSignal.timeout(silence.milliseconds);
  await watcher.changed(id, seen, AbortSignal.any([signal, timeout]));
  if (timeout.aborted && !signal.aborted) {
    await silence.report(seen);
  }
}
