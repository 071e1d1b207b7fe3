import { randomUUID } from "node:crypto";
import type { Services } from "../services.ts";
import { removeSlots, renewSlots, takeSlot } from "./store.ts";

const leaseMilliseconds = 30_000;
const renewMilliseconds = 10_000;
const idsPerStatementMax = 500;
// Slots may be lost in a power failure, because it also ends the streams that hold them.
const relaxed = { durability: "relaxed" } as const;

type SharedSlotsDeps = Pick<Services, "clock" | "database" | "log">;

/**
 * Limits what runs at the same time on all nodes together. Slots are rows with a lease that their node renews, so the
 * slots of a dead node are free again half a minute later.
 */
export class SharedSlots {
  readonly #deps: SharedSlotsDeps;
  readonly #held = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: SharedSlotsDeps) {
    this.#deps = deps;
  }

  /** Takes a slot and returns the function that releases it; undefined if the holder already has `max` slots. */
  async acquire(holder: string, max: number): Promise<(() => void) | undefined> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const slot = { id: randomUUID(), holder, leaseUntil: now + leaseMilliseconds };
    const isTaken = await database.transaction((tx) => takeSlot(tx, database.dialect, { slot, max, now }), relaxed);
    if (!isTaken) {
      return undefined;
    }
    this.#held.add(slot.id);
    this.#timer ??= setInterval(() => void this.#renew(), renewMilliseconds).unref();
    return () => {
      this.#held.delete(slot.id);
      void this.#remove([slot.id]);
    };
  }

  /** Releases all slots of this process. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ids = [...this.#held];
    this.#held.clear();
    for (const some of inParts(ids)) await this.#remove(some);
  }

  async #renew(): Promise<void> {
    const { database, clock, log } = this.#deps;
    try {
      for (const ids of inParts([...this.#held])) {
        const leaseUntil = clock.now() + leaseMilliseconds;
        await database.transaction((tx) => renewSlots(tx, ids, leaseUntil), relaxed);
      }
    } catch (error) {
      log.warn({ error }, "could not renew the slots of running streams");
    }
  }

  async #remove(ids: readonly string[]): Promise<void> {
    const { database, log } = this.#deps;
    await database
      .transaction((tx) => removeSlots(tx, ids), relaxed)
      .catch((error: unknown) => log.warn({ error }, "could not release a slot; its lease will expire"));
  }
}

function inParts(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / idsPerStatementMax);
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * idsPerStatementMax, (part + 1) * idsPerStatementMax),
  );
}
