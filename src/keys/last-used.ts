import type { Clock } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { recordKeyUse } from "./store.ts";

const minuteMilliseconds = 60_000;
const remembered = 10_000;

/** The minute of the last use, and where it came from. */
export interface Use {
  at: number;
  address: string;
}

type RecordUses = (tx: Connection, uses: ReadonlyMap<string, Use>) => Promise<void>;

/** Keeps `lastUsedAt` to the minute. Uses are collected in memory and written in batches, so reads never write. */
export class LastUsed {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #record: RecordUses;
  readonly #written = new Map<string, number>();
  readonly #pending = new Map<string, Use>();

  constructor(database: Database, clock: Clock, record: RecordUses = recordKeyUse) {
    this.#database = database;
    this.#clock = clock;
    this.#record = record;
  }

  note(keyId: string, address: string): void {
    const now = this.#clock.now();
    const minute = now - (now % minuteMilliseconds);
    if (this.#written.get(keyId) !== minute) {
      if (this.#written.size >= remembered) {
        this.#written.clear();
      }
      this.#written.set(keyId, minute);
      this.#pending.set(keyId, { at: minute, address });
    }
  }

  async flush(): Promise<void> {
    if (this.#pending.size === 0) {
      return;
    }
    const uses = new Map(this.#pending);
    this.#pending.clear();
    try {
      await this.#database.transaction((tx) => this.#record(tx, uses), { durability: "relaxed" });
    } catch (error) {
      // Keep them for the next flush, unless a newer use was noted in the meantime.
      for (const [keyId, use] of uses) {
        this.#pending.set(keyId, this.#pending.get(keyId) ?? use);
      }
      throw error;
    }
  }
}
