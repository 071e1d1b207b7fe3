import { redact } from "../git/redact.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { agentLimits } from "./agent-limits.ts";
import { type AgentJobEvent, appendEvent, type EventData } from "./store.ts";

interface JobEventsDeps {
  database: Database;
  clock: Clock;
  onLost(error: unknown): void;
}

const silenceMilliseconds = 20_000;

/**
 * Tells what a job does, in order. Nobody waits for it but the end of the job, and none of the secrets can get into it.
 * While nothing happens it says now and then what the job is busy with.
 */
export class JobEvents {
  readonly #deps: JobEventsDeps;
  readonly #jobId: string;
  readonly #secrets: string[] = [];
  #written: Promise<void> = Promise.resolve();
  #count = 0;
  #busyWith = "The job has begun.";
  readonly #silence: NodeJS.Timeout;

  constructor(deps: JobEventsDeps, jobId: string) {
    this.#deps = deps;
    this.#jobId = jobId;
    this.#silence = setInterval(() => this.tell("heartbeat", { text: this.#busyWith }), silenceMilliseconds);
  }

  /** From now on it is told nowhere. */
  hide(secret: string | undefined): void {
    if (secret !== undefined) this.#secrets.push(secret);
  }

  /** The next step of the job. */
  step(step: string, text: string): void {
    this.#busyWith = text;
    this.tell("step", { step, text });
  }

  tell<Kind extends AgentJobEvent["event"]>(kind: Kind, data: EventData<Kind>): void {
    this.#silence.refresh();
    this.#count += 1;
    // A sign of life is always told: there are few of them.
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

  /** What was told is stored. */
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

  /** A text for people with no secret in it, and no longer than an event may be. */
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
