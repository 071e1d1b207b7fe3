import { AppError } from "./errors.ts";

export interface SemaphoreOptions {
  permitsMax: number;
  /** How many callers may wait in each of the two lanes; unlimited by default. */
  waitingMax?: number;
  /** The error message for callers that are refused because their lane is full. */
  fullMessage?: string;
}

interface Wait {
  /** Gives up waiting with the signal's reason. */
  signal?: AbortSignal;
  /** Urgent waiters go first. */
  isUrgent?: boolean;
}

/** Limits how many callers run at once, and how many others wait. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #lanes = { urgent: new Set<() => void>(), other: new Set<() => void>() };
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  async run<Result>(work: () => Promise<Result>, wait?: Wait): Promise<Result> {
    const release = await this.acquire(wait);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a permit. Returns the function that releases it, to be called once. */
  async acquire({ signal, isUrgent = false }: Wait = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const {
      permitsMax,
      waitingMax = Number.POSITIVE_INFINITY,
      fullMessage = "Too many requests at once.",
    } = this.#options;
    const release = () => this.#release();
    if (this.#taken < permitsMax) {
      this.#taken += 1;
      return release;
    }
    const lane = isUrgent ? this.#lanes.urgent : this.#lanes.other;
    if (lane.size >= waitingMax) throw new AppError("unavailable", fullMessage);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      lane.delete(resolve);
      reject(signal?.reason);
    };
    lane.add(resolve);
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      await promise;
      return release;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Hands the permit directly to the longest waiter, so that no new caller can take it first. */
  #release(): void {
    const lane = this.#lanes.urgent.size > 0 ? this.#lanes.urgent : this.#lanes.other;
    const [next] = lane;
    if (next === undefined) {
      this.#taken -= 1;
    } else {
      lane.delete(next);
      next();
    }
  }
}
