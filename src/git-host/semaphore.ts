import { AppError } from "../platform/errors.ts";

/** Bounds the number of requests that run at once, and the number of those that wait. */
export interface Semaphore {
  /** Waits for a permit. Returns the function that releases it, to be called once. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

interface SemaphoreOptions {
  permitsMax: number;
  waitingMax: number;
  waitSecondsMax: number;
}

export function createSemaphore({ permitsMax, waitingMax, waitSecondsMax }: SemaphoreOptions): Semaphore {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) {
      taken -= 1;
    } else {
      next();
    }
  }

  async function acquire(signal: AbortSignal): Promise<() => void> {
    if (taken < permitsMax) {
      taken += 1;
      return release;
    }
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(waitSecondsMax * 1_000)]);
    if (waiting.length >= waitingMax || giveUp.aborted) {
      throw busy();
    }
    const permit = Promise.withResolvers<void>();
    const onGiveUp = () => {
      const index = waiting.indexOf(permit.resolve);
      if (index !== -1) {
        waiting.splice(index, 1);
        permit.reject(busy());
      }
    };
    waiting.push(permit.resolve);
    giveUp.addEventListener("abort", onGiveUp, { once: true });
    try {
      await permit.promise;
      return release;
    } finally {
      giveUp.removeEventListener("abort", onGiveUp);
    }
  }

  return { acquire };
}

function busy(): AppError {
  return new AppError("unavailable", "Too many fetches and pushes are running on this server; try again in a minute.");
}
