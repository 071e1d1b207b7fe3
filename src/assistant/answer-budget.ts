import { widerNetwork } from "../platform/address.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { costOf, type SpendBound } from "../platform/model-prices.ts";
import type { Services } from "../platform/services.ts";
import { budgetOfProject, type OwnBudgets } from "../projects/model-budgets.ts";
import type { Usage } from "./answer-event.ts";

/** An office may have a single address, so an address may use more than a conversation. */
const addressShare = 4;
const threadShare = 20;

export interface Spender {
  projectId: string;
  address: string;
  threadId: string;
}

/** The daily limits of one project. Each address and thread may use a share of them. */
export interface AnswerBounds {
  tokensPerDay: number;
  /** Undefined if only tokens are limited. */
  spend: SpendBound | undefined;
}

export interface BudgetDeps extends Pick<Services, "clock" | "database"> {
  bounds: AnswerBounds;
  /** The project's own settings. */
  own: OwnBudgets;
}

/** Part of the project's budgets, reserved while an answer is composed. */
export interface Reservation {
  /** Replaces the reservation with the actual usage; undefined if no model was asked. */
  settle(usage: Usage | undefined): Promise<void>;
}

/** Enough for most answers. An answer that reads many pages or reasons for long may use more. */
const reservedUsage: Usage = { inputTokens: 16_000, outputTokens: 2_000 };

/**
 * Reserves budget for one answer; undefined if today's budget is used up. The database counts the usage, so the limit
 * holds across nodes, restarts and concurrent answers. Reservations of a killed process expire at the end of the day.
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
      // Yesterday's reservation is not part of today's budget.
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

/** Only the project's counter includes reservations; the counters of addresses and threads count actual usage. */
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
    const ofAddress = { name: `${unit}-address`, max: Math.ceil(max / addressShare), amount };
    const wider = widerNetwork(address);
    return [
      { name, subject: projectId, max, amount: ofProject[unit] },
      { ...ofAddress, subject: `${projectId}/${address}` },
      ...(wider === undefined
        ? []
        : [{ ...ofAddress, subject: `${projectId}/${wider.subject}`, max: ofAddress.max * wider.times }]),
      { name: `${unit}-thread`, subject: threadId, max: Math.ceil(max / threadShare), amount },
    ];
  });
}
