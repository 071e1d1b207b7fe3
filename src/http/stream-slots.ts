import { AppError } from "../platform/errors.ts";

const streamsPerAddressMax = 20;
const streamsPerSessionMax = 10;
const busyRetrySeconds = 10;

/** Streams are counted per session if the client is signed in, otherwise per address. */
export interface StreamHolder {
  address: string;
  sessionId?: string | undefined;
}

/** Bounds the number of concurrent streams on this server, in total and per client. */
export class StreamSlots {
  readonly #streamsMax: number;
  readonly #byHolder = new Map<string, number>();
  #streams = 0;

  constructor(streamsMax: number) {
    this.#streamsMax = streamsMax;
  }

  /** Takes a slot and returns the function that releases it. */
  acquire({ address, sessionId }: StreamHolder): () => void {
    // A whole office may share one address, with a dashboard open on every desk.
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
