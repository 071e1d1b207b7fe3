import { type Clock, dayMilliseconds } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { costOf, type SpendBound } from "../platform/model-prices.ts";
import { budgetOfProject, type ModelBudget, type OwnBudgets } from "../projects/model-budgets.ts";
import { countInWindow } from "../rate-limits/store.ts";
import type { Usage } from "./answer-event.ts";

const addressShare = 20;
const threadShare = 40;

export interface Spender {
  projectId: string;
  address: string;
  threadId: string;
}

/** The most that one project may have; an address and a thread have shares of it. */
export interface AnswerBounds {
  tokensPerDay: number;
  /** Undefined where tokens alone are bounded. */
  spend: SpendBound | undefined;
}

export interface BudgetDeps {
  database: Database;
  clock: Clock;
  bounds: AnswerBounds;
  /** What the project has set for itself. */
  own: OwnBudgets;
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
  { database, clock, bounds, own }: BudgetDeps,
  spender: Spender,
  { tokens, money }: { tokens: number; money: number },
): Promise<{ used: number; max: number }[]> {
  const now = clock.now();
  const counters = [
    ...countersOf(spender, budgetOfProject("answers", "tokens", bounds.tokensPerDay, own), tokens),
    ...(bounds.spend === undefined
      ? []
      : countersOf(spender, budgetOfProject("answers", "money", bounds.spend.perDay, own), money)),
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

function countersOf({ projectId, address, threadId }: Spender, budget: ModelBudget, amount: number) {
  const { name, unit, perDay: max } = budget;
  return [
    { name, subject: projectId, max, amount },
    { name: `${unit}-address`, subject: `${projectId}/${address}`, max: Math.ceil(max / addressShare), amount },
    { name: `${unit}-thread`, subject: threadId, max: Math.ceil(max / threadShare), amount },
  ];
}
