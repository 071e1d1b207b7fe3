import type { Limit } from "../../../contract/operation.ts";
import { countInWindow, prepareReadWindow, type ReadWindow, type Window } from "../../../platform/counters/store.ts";
import type { Services } from "../../../platform/services.ts";

/**
 * Limits below `largeLimitMin`, and the last tenth (`lastPart`) of larger ones, are counted in the database before a
 * request is admitted.
 */
const largeLimitMin = 1_000;
const lastPart = 0.1;
const freshMilliseconds = 50;
const writeMilliseconds = 20;
const windowsMax = 10_000;
const toleranceMilliseconds = 60_000;

type CountDeps = Pick<Services, "clock" | "database">;

export interface Counter {
  limit: Limit;
  subject: string;
}

export interface Counted {
  limit: Limit;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

/** Several requests that are counted at once. */
interface Amount extends Counter {
  amount: number;
  /** When the window ends if it starts with these requests. */
  resetAt: number;
}

/** A window as last read from the database, plus the requests that this process has counted since. */
interface Known extends Counter, Window {
  readAt: number;
  /** How many of these requests aren't in the database yet. They are included in `count`. */
  unwritten: number;
}

/**
 * Counts requests against limits: in memory while a limit is far from used up, with the counts written in batches. Near
 * the end of a limit every request is counted in the database, so the limit is exact across nodes as long as they do
 * not admit a tenth of it between two reads. A killed process loses its unwritten counts.
 */
export class RequestCounter {
  readonly #deps: CountDeps;
  readonly #readWindow: ReadWindow;
  readonly #known = new Map<string, Known>();
  #writing: NodeJS.Timeout | undefined;
  /** When the oldest unwritten request was counted. */
  #unwrittenSince = Number.POSITIVE_INFINITY;

  constructor(deps: CountDeps) {
    this.#deps = deps;
    this.#readWindow = prepareReadWindow(deps.database);
  }

  /** Counts a request against each limit, even if one of them refuses it. */
  async count(counters: readonly Counter[]): Promise<Counted[]> {
    const now = this.#deps.clock.now();
    return (await this.#countInMemory(counters, now)) ?? this.#countInDatabase(counters, now);
  }

  /** Writes the counts from memory. Counts that could not be written are kept for the next flush. */
  async flush(): Promise<void> {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    this.#unwrittenSince = Number.POSITIVE_INFINITY;
    const now = this.#deps.clock.now();
    const amounts = [...this.#known.values()].map((known) => take(known, now)).filter(({ amount }) => amount > 0);
    if (amounts.length > 0) await this.#write(amounts, now);
  }

  /** Counts nothing and returns undefined unless all limits are large and far from used up. */
  async #countInMemory(counters: readonly Counter[], now: number): Promise<Counted[] | undefined> {
    // Timers may be late in a busy process, but its counts must still reach the other nodes.
    if (now - this.#unwrittenSince >= writeMilliseconds) await this.flush();
    for (const counter of counters) {
      if (counter.limit.max < largeLimitMin) return undefined;
      const known = this.#known.get(nameOf(counter));
      const isPossible = known !== undefined && known.resetAt <= windowEnd(counter, now) + toleranceMilliseconds;
      // The clock was ahead when the window began. Otherwise, it would last for as long as the clock was ahead.
      if (!isPossible) this.#known.delete(nameOf(counter));
      if (!isPossible || !isFresh(known, now)) await this.#read(counter, now);
    }
    const known = counters.map((counter) => this.#known.get(nameOf(counter)));
    if (!known.every((one): one is Known => one !== undefined && isFarFromUsedUp(one))) return undefined;
    this.#writing ??= setTimeout(() => void this.flush().catch(() => undefined), writeMilliseconds).unref();
    this.#unwrittenSince = Math.min(this.#unwrittenSince, now);
    return known.map((one) => {
      one.count += 1;
      one.unwritten += 1;
      return toCounted(one.limit, one, now);
    });
  }

  async #read(counter: Counter, now: number): Promise<void> {
    if (this.#known.size > windowsMax) this.#forget();
    const window = await this.#readWindow(counter.limit.name, counter.subject);
    const isRunning = window !== undefined && now < window.resetAt;
    // The window may have started in this process, without being written to the database yet.
    const startedHere = this.#known.get(nameOf(counter))?.resetAt ?? 0;
    const resetAt = now < startedHere ? startedHere : windowEnd(counter, now);
    this.#learn({ ...counter, ...(isRunning ? window : { count: 0, resetAt }) }, now);
  }

  async #countInDatabase(counters: readonly Counter[], now: number): Promise<Counted[]> {
    const amounts = counters.map((counter) => {
      const known = this.#known.get(nameOf(counter));
      const before = known === undefined ? undefined : take(known, now);
      const resetAt = before?.amount ? before.resetAt : windowEnd(counter, now);
      return { ...counter, resetAt, amount: 1 + (before?.amount ?? 0) };
    });
    const windows = await this.#write(amounts, now);
    return windows.map((window) => toCounted(window.limit, window, now));
  }

  async #write(amounts: readonly Amount[], now: number): Promise<(Counter & Window)[]> {
    try {
      // Sorted, so that nodes writing the same counters don't deadlock.
      const ordered = [...amounts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      const windows = await countAmounts(this.#deps, ordered, now);
      for (const window of windows) this.#learn(window, now);
      return amounts.flatMap((amount) => windows.filter((window) => nameOf(window) === nameOf(amount)));
    } catch (error) {
      for (const amount of amounts) this.#restore(amount);
      throw error;
    }
  }

  #learn({ limit, subject, count, resetAt }: Counter & Window, readAt: number): void {
    if (limit.max < largeLimitMin) return;
    const name = nameOf({ limit, subject });
    const known = this.#known.get(name);
    if (known === undefined || known.resetAt <= readAt) {
      this.#known.set(name, { limit, subject, count, resetAt, readAt, unwritten: 0 });
    } else if (readAt >= known.readAt) {
      // Reads and writes can overtake each other, so a result may lack requests of this process that are still being
      // written. The known count includes them, and a count never decreases before its window ends.
      Object.assign(known, { count: Math.max(known.count, count + known.unwritten), resetAt, readAt });
    }
  }

  #restore({ amount, ...counter }: Amount): void {
    const known = this.#known.get(nameOf(counter));
    if (known !== undefined) known.unwritten += amount;
  }

  #forget(): void {
    for (const [name, { unwritten }] of this.#known) if (unwritten === 0) this.#known.delete(name);
  }
}

function countAmounts({ database }: CountDeps, amounts: readonly Amount[], now: number): Promise<(Counter & Window)[]> {
  return database.transaction(
    async (tx) => {
      const windows: (Counter & Window)[] = [];
      for (const { limit, subject, amount, resetAt } of amounts) {
        const window = await countInWindow(tx, limit.name, subject, now, resetAt - now, amount);
        windows.push({ limit, subject, ...window });
      }
      return windows;
    },
    { durability: "relaxed" },
  );
}

function toCounted(limit: Limit, { count, resetAt }: Window, now: number): Counted {
  return {
    limit,
    remaining: Math.max(0, limit.max - count),
    resetSeconds: Math.max(1, Math.ceil((resetAt - now) / 1000)),
    exceeded: count > limit.max,
  };
}

function windowEnd({ limit }: Counter, now: number): number {
  return now + limit.windowSeconds * 1_000;
}

function isFresh({ resetAt, readAt }: Known, now: number): boolean {
  return now < resetAt && now - readAt < freshMilliseconds;
}

function isFarFromUsedUp({ limit, count }: Known): boolean {
  return count < limit.max * (1 - lastPart);
}

/** Takes the requests that still have to be written. Expired windows are dropped. */
function take(known: Known, now: number): Amount {
  const { limit, subject, unwritten, resetAt } = known;
  known.unwritten = 0;
  return { limit, subject, resetAt, amount: now < resetAt ? unwritten : 0 };
}

// Names of limits contain no spaces, so different counters never get the same name.
function nameOf({ limit, subject }: Counter): string {
  return `${limit.name} ${subject}`;
}
