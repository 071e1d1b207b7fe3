import type { Limit } from "../contract/operation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { countInWindow } from "./store.ts";

export interface Counted {
  limit: Limit;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export interface Counter {
  limit: Limit;
  subject: string;
}

/** Counts a request against each limit, whether or not it is refused in the end. */
export async function countRequest(
  { database, clock }: { database: Database; clock: Clock },
  counters: readonly Counter[],
): Promise<Counted[]> {
  const now = clock.now();
  return database.transaction(
    async (tx) => {
      const counted: Counted[] = [];
      for (const { limit, subject } of counters) {
        const window = await countInWindow(tx, limit.name, subject, now, limit.windowSeconds * 1000);
        counted.push({
          limit,
          remaining: Math.max(0, limit.max - window.count),
          resetSeconds: Math.max(1, Math.ceil((window.resetAt - now) / 1000)),
          exceeded: window.count > limit.max,
        });
      }
      return counted;
    },
    { durability: "relaxed" },
  );
}
