import { type Clock, dayMilliseconds } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { costOf, type SpendBound } from "../platform/model-prices.ts";
import { countInWindow } from "../rate-limits/store.ts";
import type { Usage } from "./answer-event.ts";

const addressShare = 20;
const threadShare = 40;

export interface Spender {
  projectId: string;
  address: string;
  threadId: string;
}

/** For one project; an address and a thread have shares of it. */
export interface AnswerBounds {
  tokensPerDay: number;
  /** Undefined where tokens alone are bounded. */
  spend: SpendBound | undefined;
}

export interface BudgetDeps {
  database: Database;
  clock: Clock;
  bounds: AnswerBounds;
}

/** Whether the model may still be asked today. Counted where limits are, so it holds over all nodes and restarts. */
export async function hasBudget(deps: BudgetDeps, spender: Spender): Promise<boolean> {
  const spent = await count(deps, spender, { tokens: 0, money: 0 });
  return spent.every(({ used, max }) => used < max);
}

/** Counts what an answer has used. It is known only afterwards, so one answer may go over. */
export async function spend(deps: BudgetDeps, spender: Spender, model: string, usage: Usage): Promise<void> {
  const { spend: bound } = deps.bounds;
  const money = bound === undefined ? 0 : costOf(bound, model, usage);
  await count(deps, spender, { tokens: usage.inputTokens + usage.outputTokens, money });
}

async function count(
  { database, clock, bounds }: BudgetDeps,
  spender: Spender,
  { tokens, money }: { tokens: number; money: number },
): Promise<{ used: number; max: number }[]> {
  const now = clock.now();
  const counters = [
    ...countersOf(spender, "tokens", bounds.tokensPerDay, tokens),
    ...(bounds.spend === undefined ? [] : countersOf(spender, "money", bounds.spend.perDay, money)),
  ];
  return database.transaction(
    async (tx) => {
      const spent: { used: number; max: number }[] = [];
      for (const { name, subject, max, amount } of counters) {
        const window = await countInWindow(tx, name, subject, now, dayMilliseconds, amount);
        spent.push({ used: window.count, max });
      }
      return spent;
    },
    { durability: "relaxed" },
  );
}

function countersOf({ projectId, address, threadId }: Spender, what: "tokens" | "money", max: number, amount: number) {
  return [
    { name: `${what}-project`, subject: projectId, max, amount },
    { name: `${what}-address`, subject: `${projectId}/${address}`, max: Math.ceil(max / addressShare), amount },
    { name: `${what}-thread`, subject: threadId, max: Math.ceil(max / threadShare), amount },
  ];
}
