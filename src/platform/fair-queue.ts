import { AppError } from "./errors.ts";

interface FairQueueOptions {
  /** How much work runs at a time. */
  size: number;
  /** The error message for work that is refused because too much is waiting. */
  fullMessage: string;
}

interface Waiting {
  owner: string;
  run(): Promise<void>;
}

const waitingMax = 1_000;
const waitingPerOwnerMax = 200;

export type RunFairly = <Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/**
 * Runs only some work at a time. The owner with the least running work goes first, and nobody gets all places. The signal
 * only ends the wait: work that has started runs to its end.
 */
export function createFairQueue({ size, fullMessage }: FairQueueOptions): RunFairly {
  const waiting = new Set<Waiting>();
  const running = new Map<string, number>();
  const perOwnerMax = Math.max(1, size - 1);
  let free = size;

  const runningOf = (owner: string) => running.get(owner) ?? 0;

  function findNext(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const each of waiting) {
      if (runningOf(each.owner) < (next === undefined ? perOwnerMax : runningOf(next.owner))) next = each;
    }
    return next;
  }

  function pump(): void {
    for (let next = findNext(); free > 0 && next !== undefined; next = findNext()) {
      const { owner, run } = next;
      waiting.delete(next);
      free -= 1;
      running.set(owner, runningOf(owner) + 1);
      void run().finally(() => {
        free += 1;
        if (runningOf(owner) === 1) running.delete(owner);
        else running.set(owner, runningOf(owner) - 1);
        pump();
      });
    }
  }

  return async (owner, work, signal) => {
    signal?.throwIfAborted();
    const ofOwner = [...waiting].filter((other) => other.owner === owner).length;
    if (waiting.size >= waitingMax || ofOwner >= waitingPerOwnerMax) {
      throw new AppError("unavailable", fullMessage, { retryAfterSeconds: 1 });
    }
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    const run = async () => {
      signal?.throwIfAborted();
      return work();
    };
    waiting.add({ owner, run: () => run().then(resolve as (result: unknown) => void, reject) });
    pump();
    return promise;
  };
}
