import { type CountDeps, type Counted, type Counter, countAmounts, toCounted } from "./count-request.ts";
import type { Window } from "./store.ts";

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
}

/**
 * Counts requests. Whether the third or the fifth of thousands is let in needs no asking: what comes in quick succession
 * against a limit that is far from used up is counted in memory, and written together. Toward the end of a limit each is
 * counted in the database, so its edge is exact over all nodes, as long as they let no tenth of it in within the moments
 * that they do not know of each other. A process that is killed forgets what it has counted in its last moments.
 */
export class RequestCounter {
  readonly #deps: CountDeps;
  readonly #known = new Map<string, Known>();
  #writing: NodeJS.Timeout | undefined;

  constructor(deps: CountDeps) {
    this.#deps = deps;
  }

  /** Counts a request against each limit, whether or not it is refused in the end. */
  count(counters: readonly Counter[]): Counted[] | Promise<Counted[]> {
    const now = this.#deps.clock.now();
    const known: Known[] = [];
    for (const counter of counters) {
      const one = this.#known.get(nameOf(counter));
      if (one === undefined || !isCertain(one, now)) return this.#countInDatabase(counters, now);
      known.push(one);
    }
    this.#writing ??= setTimeout(() => void this.flush().catch(() => undefined), writeMilliseconds).unref();
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
    const now = this.#deps.clock.now();
    const amounts = [...this.#known.values()].map((known) => take(known, now)).filter(({ amount }) => amount > 0);
    if (amounts.length > 0) await this.#write(amounts, now);
  }

  async #countInDatabase(counters: readonly Counter[], now: number): Promise<Counted[]> {
    if (this.#known.size > windowsMax) this.#forget();
    const amounts = counters.map((counter) => {
      const known = this.#known.get(nameOf(counter));
      return { ...counter, amount: 1 + (known === undefined ? 0 : take(known, now).amount) };
    });
    const windows = await this.#write(amounts, now);
    return windows.map((window) => toCounted(window.limit, window, now));
  }

  async #write(amounts: readonly Amount[], now: number): Promise<(Amount & Window)[]> {
    try {
      // In one order on every node: two that write the same counters then wait for each other, but never both at once.
      const ordered = [...amounts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      const windows = await countAmounts(this.#deps, ordered, now);
      for (const window of windows) this.#learn(window, now);
      return amounts.flatMap((amount) => windows.filter((window) => nameOf(window) === nameOf(amount)));
    } catch (error) {
      for (const amount of amounts) this.#giveBack(amount);
      throw error;
    }
  }

  #learn({ limit, subject, count, resetAt }: Counter & Window, readAt: number): void {
    if (limit.max < wideMin) return;
    const name = nameOf({ limit, subject });
    const unwritten = this.#known.get(name)?.unwritten ?? 0;
    this.#known.set(name, { limit, subject, count: count + unwritten, resetAt, readAt, unwritten });
  }

  #giveBack({ amount, ...counter }: Amount): void {
    const known = this.#known.get(nameOf(counter));
    if (known !== undefined) known.unwritten += amount;
  }

  #forget(): void {
    for (const [name, { unwritten }] of this.#known) if (unwritten === 0) this.#known.delete(name);
  }
}

type Amount = Counter & { amount: number };

function isCertain({ limit, count, resetAt, readAt }: Known, now: number): boolean {
  return now < resetAt && now - readAt < knownMilliseconds && count < limit.max * (1 - lastPart);
}

/** What is to be written of a window. Of one that is over nobody asks any more. */
function take(known: Known, now: number): Amount {
  const { limit, subject, unwritten, resetAt } = known;
  known.unwritten = 0;
  return { limit, subject, amount: now < resetAt ? unwritten : 0 };
}

// No name of a limit has a space.
function nameOf({ limit, subject }: Counter): string {
  return `${limit.name} ${subject}`;
}
