import { randomUUID } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Log } from "../platform/log.ts";
import { defineCounter } from "../platform/measures/measure.ts";
import { findOutage } from "../platform/outage.ts";
import type { CountDeps } from "./count-events.ts";
import { countEvents } from "./count-events.ts";
import type { SeenAction, SeenView } from "./events.ts";

export type AnalyticsEvent = SeenView | SeenAction;

/** Takes notes of what readers do. Never waits and never fails, because readers wait for nothing that is only counted. */
export type NoteEvent = (event: AnalyticsEvent) => void;

/** A crash loses the events since the last flush: at most these seconds, and the time that a flush takes. */
export const flushSeconds = 2;
/** How many events wait at most. More than that arrive only in a flood, or while the database is down. */
const waitingMax = 10_000;
/** Small, because SQLite blocks the process while a batch is counted. */
const eventsPerBatch = 250;
const stopSeconds = 5;
/** How much longer than a batch the pause after it is, so that counting takes at most a quarter of the time. */
const pausesPerBatch = 3;
/** A batch that fails for a reason other than an outage would fail forever, and hold back all others. */
const attemptsMax = 5;

const dropped = defineCounter(
  "lectern_analytics_dropped_total",
  "Events that were not counted, because too many arrived or the database was down.",
  {},
);

interface Batch {
  id: string;
  events: readonly AnalyticsEvent[];
}

/** Collects events in memory and counts them in batches. */
export class Recorder {
  readonly #deps: CountDeps & { log: Log };
  readonly #seen = new Map<string, Set<number>>();
  readonly #timer: NodeJS.Timeout;
  #waiting: AnalyticsEvent[] = [];
  /** The waiting views by what they are. Programs that load a site in a hurry ask for the same pages again and again. */
  readonly #repeats = new Map<string, SeenView>();
  #waitingViews = new WeakSet<SeenView>();
  /** The batch that is being counted. It is sent again under the same ID until it is known to be counted. */
  #batch: Batch | undefined;
  #flushing: Promise<void> | undefined;
  #isClosing = false;
  #attempts = 0;
  #droppedSinceLog = 0;

  constructor(deps: CountDeps & { log: Log }) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.flush(), flushSeconds * 1_000);
    this.#timer.unref();
  }

  /** Returns the waiting view that counts the event; undefined if there is none. */
  readonly note = (event: AnalyticsEvent): SeenView | undefined => {
    const name = event.type === "view" ? repeatOf(event) : "";
    const same = this.#repeats.get(name);
    if (same !== undefined) {
      this.repeat(same);
      return same;
    }
    if (this.#waiting.length >= waitingMax) {
      dropped.add({});
      this.#droppedSinceLog++;
      return undefined;
    }
    this.#waiting.push(event);
    if (event.type !== "view") return undefined;
    this.#repeats.set(name, event);
    this.#waitingViews.add(event);
    return event;
  };

  /** Counts a view once more. Returns false if it no longer waits. */
  repeat(view: SeenView): boolean {
    const isWaiting = this.#waitingViews.has(view);
    if (isWaiting) view.times = (view.times ?? 1) + 1;
    return isWaiting;
  }

  /** Counts what is waiting. Errors are logged; the events are then counted by a later flush. */
  flush(): Promise<void> {
    this.#flushing ??= this.#countAll().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Counts everything, or gives up after some seconds if the database is down. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosing = true;
    const all = async () => {
      await this.#flushing;
      await this.flush();
    };
    await Promise.race([all(), setTimeout(stopSeconds * 1_000, undefined, { ref: false })]);
  }

  #takeBatch(): Batch {
    this.#repeats.clear();
    this.#waitingViews = new WeakSet();
    return { id: randomUUID(), events: this.#waiting.splice(0, eventsPerBatch) };
  }

  async #countAll(): Promise<void> {
    const { log } = this.#deps;
    if (this.#droppedSinceLog > 0) {
      log.warn({ events: this.#droppedSinceLog }, "too many events for analytics; some were not counted");
      this.#droppedSinceLog = 0;
    }
    // Later events wait for the next time: a batch of many costs little more than a batch of one.
    let left = this.#waiting.length;
    try {
      while (this.#batch !== undefined || left > 0) {
        if (this.#batch === undefined) {
          this.#batch = this.#takeBatch();
          left -= this.#batch.events.length;
        }
        const before = performance.now();
        await countEvents(this.#deps, this.#batch, this.#seen);
        this.#batch = undefined;
        // In a flood, readers come first.
        const spent = performance.now() - before;
        const isBusy = left > 0 && !this.#isClosing;
        await (isBusy ? setTimeout(spent * pausesPerBatch, undefined, { ref: false }) : setImmediate());
      }
      this.#attempts = 0;
    } catch (error) {
      const isLost = findOutage(error) === undefined && ++this.#attempts >= attemptsMax;
      if (!isLost) return log.warn({ error }, "could not count events for analytics; trying again");
      const events = this.#batch?.events.length ?? 0;
      dropped.add({}, events);
      log.error({ error, events }, "events for analytics were not counted");
      this.#batch = undefined;
      this.#attempts = 0;
    }
  }
}

function repeatOf({ at, published, page, form, isText, address, userAgent, referrer, country }: SeenView): string {
  const { projectId, artifact } = published;
  const second = Math.floor(at / 1_000);
  return `${second}\n${projectId}\n${artifact}\n${page}\n${form}${isText}\n${address}\n${userAgent}\n${referrer}\n${country}`;
}
