/** Reads the newest event sequence for each of these IDs that exists. */
export type ReadRevisions = (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;

interface Waiting {
  id: string;
  after: number;
  wake: () => void;
}

/**
 * Notifies listeners of new events. While someone listens, a single query polls everything that is watched, a few times
 * a second. This works the same on both databases, sees writers in other processes and on other nodes, and costs the
 * same for one listener as for hundreds.
 */
export class Watcher {
  readonly #readRevisions: ReadRevisions;
  readonly #pollMilliseconds: number;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(readRevisions: ReadRevisions, onError: (error: unknown) => void, pollMilliseconds = 200) {
    this.#readRevisions = readRevisions;
    this.#onError = onError;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** Resolves when there is an event after this sequence, or when the signal aborts. */
  changed(id: string, after: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(waiting);
        resolve();
      };
      const waiting: Waiting = { id, after, wake };
      if (signal.aborted) {
        return resolve();
      }
      signal.addEventListener("abort", wake, { once: true });
      this.#waiting.add(waiting);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#timer === undefined && this.#waiting.size > 0) {
      this.#timer = setTimeout(() => this.#poll(), this.#pollMilliseconds);
    }
  }

  async #poll(): Promise<void> {
    const ids = new Set([...this.#waiting].map(({ id }) => id));
    try {
      // All listeners may have left; an empty query is an error on PostgreSQL.
      const revisions = ids.size === 0 ? new Map<string, number>() : await this.#readRevisions([...ids]);
      for (const waiting of [...this.#waiting]) {
        // A deleted row also wakes its listener, because nothing more will come.
        if ((revisions.get(waiting.id) ?? Number.POSITIVE_INFINITY) > waiting.after) {
          waiting.wake();
        }
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#timer = undefined;
      this.#schedule();
    }
  }
}
