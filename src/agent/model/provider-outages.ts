import type { Clock } from "../../platform/clock.ts";
import { RetryLater } from "../../platform/queue/handler.ts";

/** The provider doesn't answer at all, so that other jobs needn't try either. */
export class ProviderDown extends RetryLater {}

interface Outage {
  message: string;
  /** When the next job may ask the provider. */
  until: number;
  pauses: number;
}

const pauseSecondsMax = 300;

/**
 * The model providers that are down. Their jobs go back to the queue before anything is fetched. When the pause is over,
 * a single job asks the provider; the others wait for what it finds.
 */
export class ProviderOutages {
  readonly #clock: Clock;
  readonly #outages = new Map<string, Outage>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws if the model's provider is down. `ask` asks it, and rejects with a ProviderDown if it still is. */
  async check(model: string, { askSeconds, ask }: { askSeconds: number; ask(): Promise<void> }): Promise<void> {
    const outage = this.#outages.get(model);
    if (outage === undefined) return;
    const left = outage.until - this.#clock.now();
    if (left > 0) throw new RetryLater(outage.message, { afterSeconds: left / 1_000 });
    outage.until = this.#clock.now() + askSeconds * 1_000;
    await ask();
    this.#outages.delete(model);
  }

  /** Records that a provider is down. The pause doubles with every job that finds it down. */
  record(model: string, { message, afterSeconds }: ProviderDown, firstPauseSeconds: number): ProviderDown {
    const pauses = this.#outages.get(model)?.pauses ?? 0;
    const seconds = Math.max(afterSeconds ?? 0, Math.min(firstPauseSeconds * 2 ** pauses, pauseSecondsMax));
    this.#outages.set(model, { message, until: this.#clock.now() + seconds * 1_000, pauses: pauses + 1 });
    return new ProviderDown(message, { afterSeconds: seconds });
  }
}
