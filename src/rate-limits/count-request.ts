import type { Limit } from "../contract/operation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { countInWindow, type Window } from "./store.ts";

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
    counters.map((counter) => ({ ...counter, amount: 1 })),
    now,
  );
  return windows.map(({ limit, ...window }) => toCounted(limit, window, now));
}

/** Counts several requests at once against each limit; where each window stands then. */
export function countAmounts<Amount extends Counter & { amount: number }>(
  { database }: Pick<CountDeps, "database">,
  amounts: readonly Amount[],
  now: number,
): Promise<(Amount & Window)[]> {
  return database.transaction(
    async (tx) => {
      const windows: (Amount & Window)[] = [];
      for (const one of amounts) {
        const { limit, subject, amount } = one;
        const window = await countInWindow(tx, limit.name, subject, now, limit.windowSeconds * 1000, amount);
        windows.push({ ...one, ...window });
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
