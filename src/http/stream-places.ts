import { AppError } from "../platform/errors.ts";

const streamsPerAddressMax = 20;
const busyRetrySeconds = 10;

/** Places for streams that run at the same time on this server: a bound for all, and one for each client. */
export class StreamPlaces {
  readonly #streamsMax: number;
  readonly #byAddress = new Map<string, number>();
  #streams = 0;

  constructor(streamsMax: number) {
    this.#streamsMax = streamsMax;
  }

  /** Takes a place, and answers with how to give it back. */
  take(address: string): () => void {
    const own = this.#byAddress.get(address) ?? 0;
    if (own >= streamsPerAddressMax) {
      throw new AppError(
        "limited",
        `At most ${streamsPerAddressMax} streams may run from one address; end one first.`,
        {
          retryAfterSeconds: busyRetrySeconds,
        },
      );
    }
    if (this.#streams >= this.#streamsMax) {
      throw new AppError("unavailable", "Too many streams are open on this server; try again later.");
    }
    this.#streams += 1;
    this.#byAddress.set(address, own + 1);
    return () => {
      this.#streams -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) {
        this.#byAddress.delete(address);
      } else {
        this.#byAddress.set(address, left);
      }
    };
  }
}
