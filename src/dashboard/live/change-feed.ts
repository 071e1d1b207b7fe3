import type { Change, RecordedChange } from "../../activity/changes/change.ts";

export interface ChangeSource {
  /** Changes after this sequence number, in all organizations. */
  read(after: number, limit: number): Promise<RecordedChange[]>;
  /** Changes after this sequence number in one organization; undefined if they have already been deleted. */
  readMissed(organizationId: string, after: number, limit: number): Promise<RecordedChange[] | undefined>;
  findLast(): Promise<number>;
}

/** `ready` starts a stream. If too many changes were missed, it is sent again with `isComplete` false. */
export type FeedEvent =
  | { id: number; event: "ready"; isComplete: boolean }
  | { id: number; event: "change"; change: Change };

const pollMillisecondsDefault = 200;
const changesPerPollMax = 2_000;
const waitingMax = 200;
/**
 * How long a transaction may take to commit after it got a sequence number. After that, a missing number counts as
 * final.
 */
const settleMilliseconds = 5_000;
const unsettledAtStart = 100;

interface Listener {
  organizationId: string;
  /** Keyed by the changed thing, so that a slow listener gets only the latest change to each thing. */
  waiting: Map<string, RecordedChange>;
  hasOverflowed: boolean;
  wake(): void;
}

/**
 * Streams the changes in an organization. One small query serves all listeners, a few times a second and only while
 * there are any, so that changes made by other processes and nodes are seen too.
 */
export class ChangeFeed {
  readonly #source: ChangeSource;
  readonly #onError: (error: unknown) => void;
  readonly #pollMilliseconds: number;
  readonly #listeners = new Set<Listener>();
  /** Everything up to this sequence number has been delivered. */
  #settled = 0;
  /** Later sequence numbers that have been delivered. */
  readonly #delivered = new Set<number>();
  #marks: { at: number; last: number }[] = [];
  #started: Promise<void> | undefined;

  constructor(source: ChangeSource, onError: (error: unknown) => void, pollMilliseconds = pollMillisecondsDefault) {
    this.#source = source;
    this.#onError = onError;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** Yields the changes since the last event the client saw, then new ones until the signal aborts. */
  async *follow(organizationId: string, after: number, signal: AbortSignal): AsyncGenerator<FeedEvent> {
    const listener: Listener = { organizationId, waiting: new Map(), hasOverflowed: false, wake: () => {} };
    // Subscribe before reading the past, so that no change falls in between.
    this.#listeners.add(listener);
    const onAbort = () => listener.wake();
    signal.addEventListener("abort", onAbort);
    try {
      await this.#start();
      let seen = await this.#source.findLast();
      yield* missedEvents(await this.#source.readMissed(organizationId, after, waitingMax + 1), seen);
      while (!signal.aborted) {
        for (const event of takeEvents(listener, seen)) {
          seen = event.id;
          yield event;
        }
        await new Promise<void>((resolve) => {
          listener.wake = resolve;
          if (signal.aborted || listener.hasOverflowed || listener.waiting.size > 0) resolve();
        });
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#listeners.delete(listener);
    }
  }

  #start(): Promise<void> {
    this.#started ??= this.#beginPolling().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #beginPolling(): Promise<void> {
    const last = await this.#source.findLast();
    this.#settled = Math.max(0, last - unsettledAtStart);
    this.#delivered.clear();
    for (const { sequence } of await this.#source.read(this.#settled, changesPerPollMax)) {
      this.#delivered.add(sequence);
    }
    this.#marks = [{ at: performance.now(), last }];
    this.#schedule();
  }

  async #poll(): Promise<void> {
    if (this.#listeners.size === 0) {
      this.#started = undefined;
      return;
    }
    try {
      const changes = await this.#source.read(this.#settled, changesPerPollMax);
      for (const change of changes) {
        if (!this.#delivered.has(change.sequence)) {
          this.#delivered.add(change.sequence);
          this.#deliver(change);
        }
      }
      this.#settle(changes);
    } catch (error) {
      this.#onError(error);
    }
    this.#schedule();
  }

  #schedule(): void {
    setTimeout(() => this.#poll(), this.#pollMilliseconds).unref();
  }

  #deliver(change: RecordedChange): void {
    for (const listener of this.#listeners) {
      if (listener.organizationId === change.organizationId) {
        const key = `${change.kind} ${change.projectId} ${change.subject}`;
        listener.waiting.delete(key);
        listener.waiting.set(key, change);
        if (listener.waiting.size > waitingMax) {
          listener.waiting.clear();
          listener.hasOverflowed = true;
        }
        listener.wake();
      }
    }
  }

  #settle(changes: readonly RecordedChange[]): void {
    const now = performance.now();
    const last = changes.at(-1)?.sequence ?? this.#settled;
    // The gaps in a full page count as final at once. Otherwise the same page would be read again and again.
    const isFull = changes.length === changesPerPollMax;
    this.#marks.push({ at: isFull ? now - settleMilliseconds : now, last });
    const old = this.#marks.filter(({ at }) => at <= now - settleMilliseconds);
    this.#marks = this.#marks.filter(({ at }) => at > now - settleMilliseconds);
    this.#settled = Math.max(this.#settled, ...old.map((mark) => mark.last));
    for (const sequence of this.#delivered) {
      if (sequence <= this.#settled) this.#delivered.delete(sequence);
    }
  }
}

function* missedEvents(missed: readonly RecordedChange[] | undefined, last: number): Generator<FeedEvent> {
  if (missed === undefined || missed.length > waitingMax) {
    yield { id: last, event: "ready", isComplete: false };
    return;
  }
  // The IDs let a client that disconnects halfway resume with the remaining changes.
  yield { id: (missed[0]?.sequence ?? last + 1) - 1, event: "ready", isComplete: true };
  for (const change of missed) {
    yield { id: change.sequence, event: "change", change };
  }
}

function takeEvents(listener: Listener, seen: number): FeedEvent[] {
  const changes = [...listener.waiting.values()].sort((one, other) => one.sequence - other.sequence);
  const { hasOverflowed } = listener;
  listener.waiting.clear();
  listener.hasOverflowed = false;
  const last = Math.max(seen, ...changes.map(({ sequence }) => sequence));
  return [
    ...(hasOverflowed ? [{ id: last, event: "ready", isComplete: false } as const] : []),
    ...changes.map((change) => ({ id: Math.max(seen, change.sequence), event: "change", change }) as const),
  ];
}
