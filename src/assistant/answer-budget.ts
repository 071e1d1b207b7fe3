import { type Clock, dayMilliseconds } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { costOf, type SpendBound } from "../platform/model-prices.ts";
import { budgetOfProject, type OwnBudgets } from "../projects/model-budgets.ts";
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

/** Room that is kept in the project's budgets while an answer is made. */
export interface Reservation {
  /** Counts what the answer has used, if a model was asked at all, in place of what was kept for it. */
  settle(usage: Usage | undefined): Promise<void>;
}

/** What one step of a model reads and writes at most. An answer that searches again may go over by its other steps. */
const reservedUsage: Usage = { inputTokens: 16_000, outputTokens: 2_000 };

/**
 * Keeps room for one answer, if the model may still be asked today; undefined if not. Counted where limits are, so it holds
 * over all nodes and restarts, and answers that are made at the same time see each other. What a killed process has kept
 * comes back with the next day.
 */
export async function reserveBudget(
  deps: BudgetDeps,
  spender: Spender,
  model: string,
): Promise<Reservation | undefined> {
  const reserved = amountsOf(deps.bounds, model, reservedUsage);
  const now = deps.clock.now();
  const counted = await deps.database.transaction(async (tx) => {
    const windows = await count(tx, now, countersOf(deps, spender, reserved, nothing));
    if (windows.every(({ before, max }) => before < max)) return windows;
    await count(tx, now, countersOf(deps, spender, negative(reserved), nothing));
    return undefined;
  }, lossy);
  if (counted === undefined) return undefined;
  const resetAt = Math.min(...counted.map((window) => window.resetAt));
  return {
    async settle(usage) {
      const used = usage === undefined ? nothing : amountsOf(deps.bounds, model, usage);
      const end = deps.clock.now();
      // A new day knows nothing of what was kept on the old one.
      const ofProject = end < resetAt ? plus(used, negative(reserved)) : used;
      await deps.database.transaction((tx) => count(tx, end, countersOf(deps, spender, ofProject, used)), lossy);
    },
  };
}

const lossy = { durability: "relaxed" } as const;

interface Amounts {
  tokens: number;
  money: number;
}

const nothing: Amounts = { tokens: 0, money: 0 };

function amountsOf({ spend }: AnswerBounds, model: string, usage: Usage): Amounts {
  const money = spend === undefined ? 0 : costOf(spend, model, usage);
  return { tokens: usage.inputTokens + usage.outputTokens, money };
}

function negative({ tokens, money }: Amounts): Amounts {
  return { tokens: -tokens, money: -money };
}

function plus(one: Amounts, other: Amounts): Amounts {
  return { tokens: one.tokens + other.tokens, money: one.money + other.money };
}

interface Counter {
  name: string;
  subject: string;
  max: number;
  amount: number;
}

async function count(tx: Connection, now: number, counters: readonly Counter[]) {
  const windows: { before: number; max: number; resetAt: number }[] = [];
  for (const { name, subject, max, amount } of counters) {
    const window = await countInWindow(tx, name, subject, now, dayMilliseconds, amount);
    windows.push({ before: window.count - amount, max, resetAt: window.resetAt });
  }
  return windows;
}

/** Room is kept in the project's budget alone: the shares of addresses and threads are inside of it. */
function countersOf(
  { bounds, own }: Pick<BudgetDeps, "bounds" | "own">,
  { projectId, address, threadId }: Spender,
  ofProject: Amounts,
  ofShares: Amounts,
): Counter[] {
  const budgets = [
    budgetOfProject("answers", "tokens", bounds.tokensPerDay, own),
    ...(bounds.spend === undefined ? [] : [budgetOfProject("answers", "money", bounds.spend.perDay, own)]),
  ];
  return budgets.flatMap(({ name, unit, perDay: max }) => {
    const amount = ofShares[unit];
    return [
      { name, subject: projectId, max, amount: ofProject[unit] },
      { name: `${unit}-address`, subject: `${projectId}/${address}`, max: Math.ceil(max / addressShare), amount },
      { name: `${unit}-thread`, subject: threadId, max: Math.ceil(max / threadShare), amount },
    ];
  });
}
