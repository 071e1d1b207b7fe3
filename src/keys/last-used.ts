import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { recordKeyUse } from "./store.ts";

const minuteMilliseconds = 60_000;
const remembered = 10_000;

/** Keeps `lastUsedAt` to the minute. Uses are collected in memory and written in batches, so reads never write. */
export class LastUsed {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #written = new Map<string, number>();
  readonly #pending = new Map<string, number>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  note(keyId: string): void {
    const now = this.#clock.now();
    const minute = now - (now % minuteMilliseconds);
    if (this.#written.get(keyId) !== minute) {
      if (this.#written.size >= remembered) {
        this.#written.clear();
      }
      this.#written.set(keyId, minute);
      this.#pending.set(keyId, minute);
    }
  }

  async flush(): Promise<void> {
    if (this.#pending.size === 0) {
      return;
    }
    const uses = new Map(this.#pending);
    this.#pending.clear();
    try {
      await this.#database.transaction((tx) => recordKeyUse(tx, uses), { durability: "relaxed" });
    } catch (error) {
      // Keep them for the next flush; uses noted meanwhile are newer.
      for (const [keyId, minute] of uses) {
        this.#pending.set(keyId, this.#pending.get(keyId) ?? minute);
      }
      throw error;
    }
  }
}
