import type { Change, RecordedChange } from "../../platform/changes/change.ts";

export interface ChangeSource {
  /** Those after this number, of all organizations. */
  read(after: number, limit: number): Promise<RecordedChange[]>;
  /** What somebody who saw everything up to this number has missed; undefined if that is not remembered any more. */
  readMissed(organizationId: string, after: number, limit: number): Promise<RecordedChange[] | undefined>;
  findLast(): Promise<number>;
}

/** `ready` begins a stream, and stands wherever more was missed than can be told. */
export type FeedEvent =
  | { id: number; event: "ready"; isComplete: boolean }
  | { id: number; event: "change"; change: Change };

const pollMillisecondsDefault = 200;
const changesPerPollMax = 2_000;
const waitingMax = 200;
/** How long a number may be missing that a transaction has taken and not yet shown. */
const settleMilliseconds = 5_000;
const unsettledAtStart = 100;

interface Listener {
  organizationId: string;
  /** By what has changed: whoever is slow is told once. */
  waiting: Map<string, RecordedChange>;
  hasLost: boolean;
  wake(): void;
}

/**
 * Tells people who look at an organization what changes in it. Like the watcher of logs, it asks with one small query for all
 * listeners, a few times a second and only while there are any: it sees what other processes and nodes have done.
 */
export class ChangeFeed {
  readonly #source: ChangeSource;
  readonly #onError: (error: unknown) => void;
  readonly #pollMilliseconds: number;
  readonly #listeners = new Set<Listener>();
  /** Everything up to this number was told. */
  #settled = 0;
  /** Numbers after it that were told. */
  readonly #told = new Set<number>();
  #marks: { at: number; last: number }[] = [];
  #started: Promise<void> | undefined;

  constructor(source: ChangeSource, onError: (error: unknown) => void, pollMilliseconds = pollMillisecondsDefault) {
    this.#source = source;
    this.#onError = onError;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** What has changed since the event that somebody saw last, and then what changes, until the signal aborts. */
  async *follow(organizationId: string, after: number, signal: AbortSignal): AsyncGenerator<FeedEvent> {
    const listener: Listener = { organizationId, waiting: new Map(), hasLost: false, wake: () => {} };
    // It listens before it looks back: nothing falls between the two.
    this.#listeners.add(listener);
    const leave = () => listener.wake();
    signal.addEventListener("abort", leave);
    try {
      await this.#start();
      let seen = await this.#source.findLast();
      yield* lookBack(await this.#source.readMissed(organizationId, after, waitingMax + 1), seen);
      while (!signal.aborted) {
        for (const event of take(listener, seen)) {
          seen = event.id;
          yield event;
        }
        await new Promise<void>((resolve) => {
          listener.wake = resolve;
          if (signal.aborted || listener.hasLost || listener.waiting.size > 0) resolve();
        });
      }
    } finally {
      signal.removeEventListener("abort", leave);
      this.#listeners.delete(listener);
    }
  }

  #start(): Promise<void> {
    this.#started ??= this.#look().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #look(): Promise<void> {
    const last = await this.#source.findLast();
    this.#settled = Math.max(0, last - unsettledAtStart);
    this.#told.clear();
    for (const { sequence } of await this.#source.read(this.#settled, changesPerPollMax)) {
      this.#told.add(sequence);
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
        if (!this.#told.has(change.sequence)) {
          this.#told.add(change.sequence);
          this.#tell(change);
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

  #tell(change: RecordedChange): void {
    for (const listener of this.#listeners) {
      if (listener.organizationId === change.organizationId) {
        const name = `${change.kind} ${change.projectId} ${change.subject}`;
        listener.waiting.delete(name);
        listener.waiting.set(name, change);
        if (listener.waiting.size > waitingMax) {
          listener.waiting.clear();
          listener.hasLost = true;
        }
        listener.wake();
      }
    }
  }

  #settle(changes: readonly RecordedChange[]): void {
    const now = performance.now();
    const last = changes.at(-1)?.sequence ?? this.#settled;
    // So many at once that the rest would never be read: what is missing among them now stays so.
    const isFull = changes.length === changesPerPollMax;
    this.#marks.push({ at: isFull ? now - settleMilliseconds : now, last });
    const old = this.#marks.filter(({ at }) => at <= now - settleMilliseconds);
    this.#marks = this.#marks.filter(({ at }) => at > now - settleMilliseconds);
    this.#settled = Math.max(this.#settled, ...old.map((mark) => mark.last));
    for (const sequence of this.#told) {
      if (sequence <= this.#settled) this.#told.delete(sequence);
    }
  }
}

function* lookBack(missed: readonly RecordedChange[] | undefined, last: number): Generator<FeedEvent> {
  if (missed === undefined || missed.length > waitingMax) {
    yield { id: last, event: "ready", isComplete: false };
    return;
  }
  // Whoever leaves in the middle comes back to the rest.
  yield { id: (missed[0]?.sequence ?? last + 1) - 1, event: "ready", isComplete: true };
  for (const change of missed) {
    yield { id: change.sequence, event: "change", change };
  }
}

function take(listener: Listener, seen: number): FeedEvent[] {
  const changes = [...listener.waiting.values()].sort((one, other) => one.sequence - other.sequence);
  const { hasLost } = listener;
  listener.waiting.clear();
  listener.hasLost = false;
  const last = Math.max(seen, ...changes.map(({ sequence }) => sequence));
  return [
    ...(hasLost ? [{ id: last, event: "ready", isComplete: false } as const] : []),
    ...changes.map((change) => ({ id: Math.max(seen, change.sequence), event: "change", change }) as const),
  ];
}
