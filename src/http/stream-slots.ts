import type { StreamBounds } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import type { SharedSlots } from "../platform/shared-slots/shared-slots.ts";

const busyRetrySeconds = 10;

/** Streams are counted per session if the client is signed in, otherwise per address. */
export interface StreamHolder {
  address: string;
  sessionId?: string | undefined;
}

/** A place for a stream. */
export interface StreamSlot {
  /**
   * Also counts the stream on all nodes, for its client and for whatever it uses. A reply that is complete at once doesn't
   * need it.
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

  /** Without `shared`, this server is the only one. */
  constructor(bounds: StreamBounds, shared?: Pick<SharedSlots, "acquire">) {
    this.#bounds = bounds;
    this.#shared = shared;
  }

  acquire({ address, sessionId }: StreamHolder): StreamSlot {
    const { streamsMax, perAddressMax, perSessionMax, modelAnswersMax } = this.#bounds;
    // A whole office may share one address, with a dashboard open on every desk.
    const [holder, ownMax, where] =
      sessionId === undefined
        ? [`address/${address}`, perAddressMax, "from one address"]
        : [`session/${sessionId}`, perSessionMax, "in one session"];
    const tooMany = () =>
      new AppError("limited", `At most ${ownMax} streams may run ${where}; end one first.`, {
        retryAfterSeconds: busyRetrySeconds,
      });
    const own = this.#byHolder.get(holder) ?? 0;
    if (own >= ownMax) {
      throw tooMany();
    }
    if (this.#streams >= streamsMax) {
      throw new AppError("unavailable", "Too many streams are open on this server; try again later.");
    }
    this.#streams += 1;
    this.#byHolder.set(holder, own + 1);
    const shared: (() => void)[] = [];
    const share = async (name: string, max: number, refusal: () => AppError) => {
      if (this.#shared === undefined) return;
      const release = await this.#shared.acquire(name, max);
      if (release === undefined) throw refusal();
      shared.push(release);
    };
    return {
      async share(uses) {
        await share(holder, ownMax, tooMany);
        if (uses === "model") await share("model", modelAnswersMax, tooManyAnswers);
      },
      release: () => {
        this.#streams -= 1;
        const left = (this.#byHolder.get(holder) ?? 1) - 1;
        if (left === 0) this.#byHolder.delete(holder);
        else this.#byHolder.set(holder, left);
        for (const release of shared) release();
      },
    };
  }
}

function tooManyAnswers(): AppError {
  return new AppError("unavailable", "The language model is answering too many questions; try again later.");
}
