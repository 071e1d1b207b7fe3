import { AppError } from "../platform/errors.ts";

const streamsPerAddressMax = 20;
const streamsPerSessionMax = 10;
const busyRetrySeconds = 10;

/** Who streams: somebody who has signed in, wherever from; else whoever is at this address. */
export interface StreamHolder {
  address: string;
  sessionId?: string | undefined;
}

/** Places for streams that run at the same time on this server: a bound for all, and one for each client. */
export class StreamPlaces {
  readonly #streamsMax: number;
  readonly #byHolder = new Map<string, number>();
  #streams = 0;

  constructor(streamsMax: number) {
    this.#streamsMax = streamsMax;
  }

  /** Takes a place, and answers with how to give it back. */
  take({ address, sessionId }: StreamHolder): () => void {
    // A whole office may sit behind one address, with a dashboard open on every desk.
    const [holder, ownMax, where] =
      sessionId === undefined
        ? [address, streamsPerAddressMax, "from one address"]
        : [sessionId, streamsPerSessionMax, "in one session"];
    const own = this.#byHolder.get(holder) ?? 0;
    if (own >= ownMax) {
      throw new AppError("limited", `At most ${ownMax} streams may run ${where}; end one first.`, {
        retryAfterSeconds: busyRetrySeconds,
      });
    }
    if (this.#streams >= this.#streamsMax) {
      throw new AppError("unavailable", "Too many streams are open on this server; try again later.");
    }
    this.#streams += 1;
    this.#byHolder.set(holder, own + 1);
    return () => {
      this.#streams -= 1;
      const left = (this.#byHolder.get(holder) ?? 1) - 1;
      if (left === 0) {
        this.#byHolder.delete(holder);
      } else {
        this.#byHolder.set(holder, left);
      }
    };
  }
}
