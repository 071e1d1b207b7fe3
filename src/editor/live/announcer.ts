import { liveLimits } from "./live-limits.ts";

/**
 * Tells other people's dashboards that someone is typing in a draft: at the first edit, then every few seconds, and
 * once more after the last edit.
 */
export class Announcer {
  readonly #record: () => Promise<void>;
  #announcedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `record` must not throw. */
  constructor(record: () => Promise<void>) {
    this.#record = record;
  }

  /** Whether the next edit should be announced in the transaction that stores it. */
  get isDue(): boolean {
    return performance.now() - this.#announcedAt >= liveLimits.announceMilliseconds;
  }

  /** Called after each transaction that has stored edits. */
  noteStored(isAnnounced: boolean): void {
    if (isAnnounced) {
      this.#announcedAt = performance.now();
      this.#stop();
    } else if (this.#isClosed) {
      void this.#record();
    } else {
      this.#timer ??= setTimeout(() => void this.settle(), liveLimits.announceMilliseconds).unref();
    }
  }

  /** Announces edits that haven't been announced yet. */
  async settle(): Promise<void> {
    if (this.#timer === undefined) return;
    this.#stop();
    this.#announcedAt = performance.now();
    await this.#record();
  }

  /**
   * Called when nobody on this node has the draft open anymore. From then on, edits are announced as soon as they are
   * stored.
   */
  close(): void {
    this.#isClosed = true;
    void this.settle();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
