import type { Limit } from "../../../contract/operation.ts";
import type { Clock } from "../../../platform/clock.ts";
import { countInWindow, type Window } from "../../../platform/counters/store.ts";
import type { Database } from "../../../platform/db/database.ts";

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

export interface CountDeps {
  database: Database;
  clock: Clock;
}

/** Counts a request against each limit, whether or not it is refused in the end. */
export async function countRequest(deps: CountDeps, counters: readonly Counter[]): Promise<Counted[]> {
  const now = deps.clock.now();
  const windows = await countAmounts(
    deps,
    counters.map((counter) => ({ ...counter, amount: 1, resetAt: now + counter.limit.windowSeconds * 1_000 })),
    now,
  );
  return windows.map((window) => toCounted(window.limit, window, now));
}

/** Several requests that count at once. */
export interface Amount extends Counter {
  amount: number;
  /** When the window is over, if it begins with them. */
  resetAt: number;
}

/** Where each window stands then. */
export function countAmounts(
  { database }: Pick<CountDeps, "database">,
  amounts: readonly Amount[],
  now: number,
): Promise<(Counter & Window)[]> {
  return database.transaction(
    async (tx) => {
      const windows: (Counter & Window)[] = [];
      for (const { limit, subject, amount, resetAt } of amounts) {
        const window = await countInWindow(tx, limit.name, subject, now, resetAt - now, amount);
        windows.push({ limit, subject, ...window });
      }
      return windows;
    },
    { durability: "relaxed" },
  );
}

export function toCounted(limit: Limit, { count, resetAt }: Window, now: number): Counted {
  return {
    limit,
    remaining: Math.max(0, limit.max - count),
    resetSeconds: Math.max(1, Math.ceil((resetAt - now) / 1000)),
    exceeded: count > limit.max,
  };
}
