import { AppError } from "./errors.ts";

interface Waiting {
  owner: string;
  start(): void;
}

/** One owner may fill this part of the queue. */
const ownerShare = 0.2;

export type RunFairly = <Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/**
 * Runs only some work at a time, and refuses more with the message if too much is waiting. The owner with the least
 * running work goes first, and nobody gets all places. The signal only ends the wait: work that has started runs to its
 * end.
 */
export function createFairQueue(size: number, fullMessage: string, waitingMax = 1_000): RunFairly {
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
      waiting.delete(next);
      free -= 1;
      running.set(next.owner, runningOf(next.owner) + 1);
      next.start();
    }
  }

  function end(owner: string): void {
    free += 1;
    if (runningOf(owner) === 1) running.delete(owner);
    else running.set(owner, runningOf(owner) - 1);
    pump();
  }

  return async (owner, work, signal) => {
    signal?.throwIfAborted();
    const ofOwner = [...waiting].filter((other) => other.owner === owner).length;
    if (waiting.size >= waitingMax || ofOwner >= waitingMax * ownerShare)
      throw new AppError("unavailable", fullMessage);
    const { promise: turn, resolve: start, reject } = Promise.withResolvers<void>();
    const place = { owner, start };
    const leave = () => {
      waiting.delete(place);
      reject(signal?.reason);
    };
    waiting.add(place);
    signal?.addEventListener("abort", leave, { once: true });
    pump();
    await turn.finally(() => signal?.removeEventListener("abort", leave));
    return work().finally(() => end(owner));
  };
}
