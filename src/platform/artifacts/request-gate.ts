/** Runs at most `openMax` operations at a time. The others wait for their turn, or until their signal aborts. */
export class RequestGate {
  readonly #openMax: number;
  readonly #waiting = new Set<() => void>();
  #open = 0;

  constructor(openMax: number) {
    this.#openMax = openMax;
  }

  async pass<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    signal.throwIfAborted();
    if (this.#open === this.#openMax) {
      await this.#turn(signal);
    } else {
      this.#open++;
    }
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** The slot goes to the longest waiter; nobody can cut in. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#open--;
    }
  }
}
