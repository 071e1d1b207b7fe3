import { widerNetwork } from "../platform/address.ts";
import type { StreamBounds } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import type { SharedSlots } from "../platform/shared-slots/shared-slots.ts";

const busyRetrySeconds = 10;

/** Streams are counted per session if the client is signed in, otherwise per address and network. */
export interface StreamHolder {
  address: string;
  sessionId?: string | undefined;
}

/** Permission to open one stream. */
export interface StreamSlot {
  /**
   * Also counts the stream across all nodes, for its client and for the resource it uses. A reply that is complete at
   * once doesn't need this.
   */
  share(uses: "model" | "events"): Promise<void>;
  release(): void;
}

/** Bounds the number of concurrent streams: in total on this server, and per client on all servers. */
export class StreamSlots {
  readonly #bounds: StreamBounds;
  readonly #shared: Pick<SharedSlots, "acquire"> | undefined;
  readonly #byHolder = new Map<string, number>();
  #streams = 0;

  /** Without `shared`, only this server's streams are counted. */
  constructor(bounds: StreamBounds, shared?: Pick<SharedSlots, "acquire">) {
    this.#bounds = bounds;
    this.#shared = shared;
  }

  acquire(client: StreamHolder): StreamSlot {
    const { streamsMax, modelAnswersMax } = this.#bounds;
    const holders = holdersOf(client, this.#bounds);
    const full = holders.find(({ name, max }) => (this.#byHolder.get(name) ?? 0) >= max);
    if (full !== undefined) {
      throw tooMany(full);
    }
    if (this.#streams >= streamsMax) {
      throw new AppError("unavailable", "Too many streams are open on this server; try again later.");
    }
    this.#streams += 1;
    for (const { name } of holders) this.#add(name, 1);
    const shared: (() => void)[] = [];
    const share = async (name: string, max: number, refusal: () => AppError) => {
      if (this.#shared === undefined) return;
      const release = await this.#shared.acquire(name, max);
      if (release === undefined) throw refusal();
      shared.push(release);
    };
    return {
      async share(uses) {
        for (const holder of holders) await share(holder.name, holder.max, () => tooMany(holder));
        if (uses === "model") await share("model", modelAnswersMax, tooManyAnswers);
      },
      release: () => {
        this.#streams -= 1;
        for (const { name } of holders) this.#add(name, -1);
        for (const release of shared) release();
      },
    };
  }

  #add(name: string, amount: 1 | -1): void {
    const streams = (this.#byHolder.get(name) ?? 0) + amount;
    if (streams === 0) this.#byHolder.delete(name);
    else this.#byHolder.set(name, streams);
  }
}

interface Holder {
  name: string;
  max: number;
  where: string;
}

// Signed-in clients are counted by session, because many people in an office may share one address, each with an open
// dashboard.
function holdersOf({ address, sessionId }: StreamHolder, { perAddressMax, perSessionMax }: StreamBounds): Holder[] {
  if (sessionId !== undefined) {
    return [{ name: `session/${sessionId}`, max: perSessionMax, where: "in one session" }];
  }
  const own = { name: `address/${address}`, max: perAddressMax, where: "from one address" };
  const wider = widerNetwork(address);
  return wider === undefined
    ? [own]
    : [own, { name: `address/${wider.subject}`, max: perAddressMax * wider.times, where: "from one network" }];
}

function tooMany({ max, where }: Holder): AppError {
  return new AppError("limited", `At most ${max} streams can be open ${where}; close one first.`, {
    retryAfterSeconds: busyRetrySeconds,
  });
}

function tooManyAnswers(): AppError {
  return new AppError("unavailable", "The language model is answering too many questions; try again later.");
}
