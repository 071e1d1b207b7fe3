import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { countInWindow } from "../rate-limits/store.ts";
import type { Usage } from "./answer-event.ts";

const dayMilliseconds = 86_400_000;
const addressShare = 20;
const threadShare = 40;

export interface Spender {
  projectId: string;
  address: string;
  threadId: string;
}

export interface BudgetDeps {
  database: Database;
  clock: Clock;
  /** For one project; an address and a thread have shares of it. */
  tokensPerDay: number;
}

/** Whether the model may still be asked today. Counted where limits are, so it holds over all nodes and restarts. */
export async function hasBudget(deps: BudgetDeps, spender: Spender): Promise<boolean> {
  const spent = await count(deps, spender, 0);
  return spent.every(({ used, max }) => used < max);
}

/** Counts what an answer has used. It is known only afterwards, so one answer may go over. */
export async function spend(deps: BudgetDeps, spender: Spender, usage: Usage): Promise<void> {
  await count(deps, spender, usage.inputTokens + usage.outputTokens);
}

async function count(
  { database, clock, tokensPerDay }: BudgetDeps,
  { projectId, address, threadId }: Spender,
  tokens: number,
): Promise<{ used: number; max: number }[]> {
  const now = clock.now();
  const counters = [
    { name: "tokens-project", subject: projectId, max: tokensPerDay },
    { name: "tokens-address", subject: `${projectId}/${address}`, max: Math.ceil(tokensPerDay / addressShare) },
    { name: "tokens-thread", subject: threadId, max: Math.ceil(tokensPerDay / threadShare) },
  ];
  return database.transaction(
    async (tx) => {
      const spent: { used: number; max: number }[] = [];
      for (const { name, subject, max } of counters) {
        const window = await countInWindow(tx, name, subject, now, dayMilliseconds, tokens);
        spent.push({ used: window.count, max });
      }
      return spent;
    },
    { durability: "relaxed" },
  );
}
