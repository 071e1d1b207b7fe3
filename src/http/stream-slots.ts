import { widerNetwork } from "../platform/address.ts";
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
    const holders =
      sessionId === undefined
        ? addressHolders(address)
        : [{ holder: sessionId, max: streamsPerSessionMax, where: "in one session" }];
    const full = holders.find(({ holder, max }) => (this.#byHolder.get(holder) ?? 0) >= max);
    if (full !== undefined) {
      throw new AppError("limited", `At most ${full.max} streams may run ${full.where}; end one first.`, {
        retryAfterSeconds: busyRetrySeconds,
      });
    }
    if (this.#streams >= this.#streamsMax) {
      throw new AppError("unavailable", "Too many streams are open on this server; try again later.");
    }
    this.#streams += 1;
    for (const { holder } of holders) this.#add(holder, 1);
    return () => {
      this.#streams -= 1;
      for (const { holder } of holders) this.#add(holder, -1);
    };
  }

  #add(holder: string, amount: 1 | -1): void {
    const streams = (this.#byHolder.get(holder) ?? 0) + amount;
    if (streams === 0) this.#byHolder.delete(holder);
    else this.#byHolder.set(holder, streams);
  }
}

function addressHolders(address: string): { holder: string; max: number; where: string }[] {
  const own = { holder: address, max: streamsPerAddressMax, where: "from one address" };
  const wider = widerNetwork(address);
  return wider === undefined
    ? [own]
    : [own, { holder: wider.subject, max: streamsPerAddressMax * wider.times, where: "from one network" }];
}
