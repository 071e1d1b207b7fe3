import { prepareReadWindow, type ReadWindow, type Window } from "../../../platform/counters/store.ts";
import { type Amount, type CountDeps, type Counted, type Counter, countAmounts, toCounted } from "./count-request.ts";

/** Narrower limits, and the last part of wide ones, are counted in the database before a request is let in. */
const wideMin = 1_000;
const lastPart = 0.1;
const knownMilliseconds = 50;
const writeMilliseconds = 20;
const windowsMax = 10_000;

/** A window as the database had it a moment ago, with what came here since. */
interface Known extends Counter, Window {
  readAt: number;
  /** Is in `count` already. */
  unwritten: number;
  /** How many times it is being written right now: what the database says meanwhile may lack that. */
  writes: number;
}

/**
 * Counts requests. Whether the third or the fifth of thousands is let in needs no writing: while a limit is far from used
 * up, requests are counted in memory, and written together. Toward the end of a limit each is counted in the database, so
 * its edge is exact over all nodes, as long as they let no tenth of it in within the moments that they do not know of each
 * other. A process that is killed forgets what it has counted in its last moments.
 */
export class RequestCounter {
  readonly #deps: CountDeps;
  readonly #readWindow: ReadWindow;
  readonly #known = new Map<string, Known>();
  #writing: NodeJS.Timeout | undefined;
  /** When the oldest of what is unwritten was counted. */
  #unwrittenSince = Number.POSITIVE_INFINITY;

  constructor(deps: CountDeps) {
    this.#deps = deps;
    this.#readWindow = prepareReadWindow(deps.database);
  }

  /** Counts a request against each limit, whether or not it is refused in the end. */
  async count(counters: readonly Counter[]): Promise<Counted[]> {
    return (await this.countAhead(counters)) ?? this.#countInDatabase(counters, this.#deps.clock.now());
  }

  /** The same if all limits are wide and far from used up, so that it is let in for certain; else nothing is counted. */
  async countAhead(counters: readonly Counter[]): Promise<Counted[] | undefined> {
    const now = this.#deps.clock.now();
    // A process that is too busy for its timers must not keep it from the others either.
    if (now - this.#unwrittenSince >= writeMilliseconds) await this.flush();
    for (const counter of counters) {
      if (counter.limit.max < wideMin) return undefined;
      const known = this.#known.get(nameOf(counter));
      if (known === undefined || !isFresh(known, now)) await this.#read(counter, now);
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

  /** Writes what was counted in memory. What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    this.#unwrittenSince = Number.POSITIVE_INFINITY;
    const now = this.#deps.clock.now();
    const amounts = [...this.#known.values()].map((known) => take(known, now)).filter(({ amount }) => amount > 0);
    if (amounts.length > 0) await this.#write(amounts, now);
  }

  async #read(counter: Counter, now: number): Promise<void> {
    if (this.#known.size > windowsMax) this.#forget();
    const { limit, subject } = counter;
    const window = await this.#readWindow(limit.name, subject);
    const isRunning = window !== undefined && now < window.resetAt;
    // It may run here only, not written yet.
    const begun = this.#known.get(nameOf(counter))?.resetAt ?? 0;
    const resetAt = now < begun ? begun : now + limit.windowSeconds * 1_000;
    this.#learn({ ...counter, ...(isRunning ? window : { count: 0, resetAt }) }, now);
  }

  async #countInDatabase(counters: readonly Counter[], now: number): Promise<Counted[]> {
    const amounts = counters.map((counter) => {
      const known = this.#known.get(nameOf(counter));
      const before = known === undefined ? undefined : take(known, now);
      const resetAt = before?.amount ? before.resetAt : now + counter.limit.windowSeconds * 1_000;
      return { ...counter, resetAt, amount: 1 + (before?.amount ?? 0) };
    });
    const windows = await this.#write(amounts, now);
    return windows.map((window) => toCounted(window.limit, window, now));
  }

  async #write(amounts: readonly Amount[], now: number): Promise<(Counter & Window)[]> {
    const written = amounts.flatMap((amount) => this.#known.get(nameOf(amount)) ?? []);
    for (const known of written) known.writes += 1;
    try {
      // In one order on every node: two that write the same counters then wait for each other, but never both at once.
      const ordered = [...amounts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      const windows = await countAmounts(this.#deps, ordered, now);
      for (const window of windows) this.#learn(window, now);
      return amounts.flatMap((amount) => windows.filter((window) => nameOf(window) === nameOf(amount)));
    } catch (error) {
      for (const amount of amounts) this.#giveBack(amount);
      throw error;
    } finally {
      for (const known of written) known.writes -= 1;
    }
  }

  #learn({ limit, subject, count, resetAt }: Counter & Window, readAt: number): void {
    if (limit.max < wideMin) return;
    const name = nameOf({ limit, subject });
    const known = this.#known.get(name) ?? { limit, subject, count, resetAt, readAt, unwritten: 0, writes: 0 };
    // A write that took long tells of what was before.
    if (readAt < known.readAt) return;
    if (known.resetAt <= readAt) known.unwritten = 0;
    this.#known.set(name, Object.assign(known, { count: count + known.unwritten, resetAt, readAt }));
  }

  #giveBack({ amount, ...counter }: Amount): void {
    const known = this.#known.get(nameOf(counter));
    if (known !== undefined) known.unwritten += amount;
  }

  #forget(): void {
    for (const [name, { unwritten, writes }] of this.#known) if (unwritten + writes === 0) this.#known.delete(name);
  }
}

function isFresh({ resetAt, readAt, writes }: Known, now: number): boolean {
  return now < resetAt && (writes > 0 || now - readAt < knownMilliseconds);
}

function isFarFromUsedUp({ limit, count }: Known): boolean {
  return count < limit.max * (1 - lastPart);
}

/** What is to be written of a window. Of one that is over nobody asks any more. */
function take(known: Known, now: number): Amount {
  const { limit, subject, unwritten, resetAt } = known;
  known.unwritten = 0;
  return { limit, subject, resetAt, amount: now < resetAt ? unwritten : 0 };
}

// No name of a limit has a space.
function nameOf({ limit, subject }: Counter): string {
  return `${limit.name} ${subject}`;
}
