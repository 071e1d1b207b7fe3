import { type Clock, dayMilliseconds } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { costOf, moneyParts, type SpendBound } from "../../platform/model-prices.ts";
import { countInWindow } from "../../rate-limits/store.ts";
import { AgentFailure } from "../agent-failure.ts";

export interface AgentBudgetDeps {
  database: Database;
  clock: Clock;
  /** Of all jobs of one project. */
  tokensPerDay: number;
  /** Undefined where tokens alone are bounded. */
  spend: SpendBound | undefined;
}

export interface UsedTokens {
  inputTokens: number;
  outputTokens: number;
}

export interface Spending {
  projectId: string;
  model: string;
  /** By the last step, and not counted yet. */
  used: UsedTokens;
  /** By the prompt so far. */
  usedInTurn: UsedTokens;
}

const turnShare = 10;

/** Counts what a step has used, and stops the job that goes over its share or over the day of its project. */
export async function spendTokens(deps: AgentBudgetDeps, spending: Spending): Promise<void> {
  for (const bound of boundsOf(deps)) {
    const { count } = await deps.database.transaction(
      (tx) =>
        countInWindow(
          tx,
          bound.name,
          spending.projectId,
          deps.clock.now(),
          dayMilliseconds,
          bound.amountOf(spending.used, spending.model),
        ),
      { durability: "relaxed" },
    );
    const usedInTurn = bound.amountOf(spending.usedInTurn, spending.model);
    const turnMax = Math.ceil(bound.perDay / turnShare);
    if (usedInTurn >= turnMax) {
      throw new AgentFailure(
        "budget",
        `The work used ${bound.write(usedInTurn)}, and one prompt may use ${bound.write(turnMax)}; ask for a smaller part, or raise ${bound.setting}.`,
      );
    }
    if (count >= bound.perDay) {
      throw new AgentFailure(
        "budget",
        `The jobs of this project have used what they may in a day, ${bound.write(bound.perDay)}; try again tomorrow, or raise ${bound.setting}.`,
      );
    }
  }
}

interface Bound {
  name: string;
  setting: string;
  perDay: number;
  amountOf(used: UsedTokens, model: string): number;
  write(amount: number): string;
}

function boundsOf({ tokensPerDay, spend }: AgentBudgetDeps): Bound[] {
  const tokens: Bound = {
    name: "tokens-agent",
    setting: "LECTERN_AGENT_TOKENS_PER_DAY",
    perDay: tokensPerDay,
    amountOf: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    write: (amount) => `${amount} tokens`,
  };
  if (spend === undefined) return [tokens];
  const money: Bound = {
    name: "money-agent",
    setting: "LECTERN_AGENT_SPEND_PER_DAY",
    perDay: spend.perDay,
    amountOf: (used, model) => costOf(spend, model, used),
    write: (amount) => `${amount / moneyParts} in money`,
  };
  return [tokens, money];
}
