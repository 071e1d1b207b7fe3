import { redact } from "../git/redact.ts";
import type { Services } from "../platform/services.ts";
import { agentLimits } from "./agent-limits.ts";
import { type AgentJobEvent, appendEvent, type EventData } from "./store.ts";

interface JobEventsDeps extends Pick<Services, "clock" | "database"> {
  onLost(error: unknown): void;
}

const silenceMilliseconds = 20_000;

/**
 * Records the events of a job in order, without its secrets. Events are written in the background; `flush` waits for
 * them. If there are no other events for a while, it sends heartbeats with the current step.
 */
export class JobEvents {
  readonly #deps: JobEventsDeps;
  readonly #jobId: string;
  readonly #secrets: string[] = [];
  #written: Promise<void> = Promise.resolve();
  #count = 0;
  #currentStep = "The job has started.";
  readonly #silence: NodeJS.Timeout;

  constructor(deps: JobEventsDeps, jobId: string) {
    this.#deps = deps;
    this.#jobId = jobId;
    this.#silence = setInterval(() => this.emit("heartbeat", { text: this.#currentStep }), silenceMilliseconds);
  }

  /** Removes this secret from all later events. */
  hide(secret: string | undefined): void {
    if (secret !== undefined) this.#secrets.push(secret);
  }

  step(step: string, text: string): void {
    this.#currentStep = text;
    this.emit("step", { step, text });
  }

  emit<Kind extends AgentJobEvent["event"]>(kind: Kind, data: EventData<Kind>): void {
    this.#silence.refresh();
    this.#count += 1;
    // Heartbeats are never dropped, because there are only a few.
    if (this.#count > agentLimits.eventsMax && kind !== "heartbeat") {
      return;
    }
    const { database, clock, onLost } = this.#deps;
    const clean = this.#clean(data) as EventData<Kind>;
    const at = clock.now();
    this.#written = this.#written
      .then(() =>
        database.transaction((tx) => appendEvent(tx, this.#jobId, kind, clean, at), { durability: "relaxed" }),
      )
      .catch(onLost);
  }

  /** Resolves when all events so far are stored. */
  flush(): Promise<void> {
    return this.#written;
  }

  async close(): Promise<void> {
    clearInterval(this.#silence);
    await this.#written;
  }

  redact(text: string): string {
    return redact(text, this.#secrets);
  }

  /** Removes secrets from a text and limits its length. */
  clean(text: string): string {
    const clean = this.redact(text);
    return clean.length <= agentLimits.eventCharactersMax
      ? clean
      : `${clean.slice(0, agentLimits.eventCharactersMax)}\n… (cut)`;
  }

  #clean(value: unknown): unknown {
    if (typeof value === "string") return this.clean(value);
    if (Array.isArray(value)) return value.map((item) => this.#clean(item));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#clean(item)]));
    }
    return value;
  }
}
