import { dayMilliseconds } from "../../platform/clock.ts";
import { countInWindow } from "../../platform/counters/store.ts";
import { countTokens } from "../../platform/model/count-model-use.ts";
import { costOf, moneyParts, type SpendBound } from "../../platform/model-prices.ts";
import type { Services } from "../../platform/services.ts";
import { budgetOfProject, type ModelBudget, type OwnBudgets } from "../../projects/model-budgets.ts";
import { AgentFailure } from "../agent-failure.ts";

export interface AgentBudgetDeps extends Pick<Services, "clock" | "database"> {
  /** The limit for all jobs of one project. */
  tokensPerDay: number;
  /** Undefined if only tokens are limited. */
  spend: SpendBound | undefined;
  /** The prices of tokens, for the metrics. */
  prices?: SpendBound["prices"];
  /** The project's own limits. */
  own: OwnBudgets;
}

export interface UsedTokens {
  inputTokens: number;
  outputTokens: number;
}

interface Spending {
  projectId: string;
  model: string;
  used: UsedTokens;
}

const turnShare = 10;

/** Counts what a step used. It never fails: the step is done and paid for, and may be the one that finishes the job. */
export async function spendTokens(deps: AgentBudgetDeps, spending: Spending): Promise<void> {
  countTokens({ use: "jobs", model: spending.model, prices: deps.prices ?? {} }, spending.used);
  for (const bound of boundsOf(deps)) await addToDay(deps, bound, spending);
}

/** Before a step: fails if the prompt has used up its share (`used`), or the project its daily budget. */
export async function checkBudget(deps: AgentBudgetDeps, { used, ...spender }: Spending): Promise<void> {
  for (const bound of boundsOf(deps)) {
    const { count } = await addToDay(deps, bound, { ...spender, used: { inputTokens: 0, outputTokens: 0 } });
    const usedInTurn = bound.amountOf(used, spender.model);
    const turnMax = Math.ceil(bound.perDay / turnShare);
    if (usedInTurn >= turnMax) {
      throw new AgentFailure(
        "budget",
        `This prompt used ${bound.write(usedInTurn)}, but the limit for one prompt is ${bound.write(turnMax)}; ask for a smaller part, or raise ${bound.raisedBy}.`,
      );
    }
    if (count >= bound.perDay) {
      throw new AgentFailure(
        "budget",
        `This project's agent jobs have used today's budget of ${bound.write(bound.perDay)}; try again tomorrow, or raise ${bound.raisedBy}.`,
      );
    }
  }
}

function addToDay({ database, clock }: AgentBudgetDeps, bound: Bound, { projectId, model, used }: Spending) {
  const amount = bound.amountOf(used, model);
  return database.transaction((tx) => countInWindow(tx, bound.name, projectId, clock.now(), dayMilliseconds, amount), {
    durability: "relaxed",
  });
}

interface Bound extends ModelBudget {
  amountOf(used: UsedTokens, model: string): number;
  write(amount: number): string;
}

function boundsOf({ tokensPerDay, spend, own }: AgentBudgetDeps): Bound[] {
  const tokens: Bound = {
    ...budgetOfProject("jobs", "tokens", tokensPerDay, own),
    amountOf: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    write: (amount) => `${amount} tokens`,
  };
  if (spend === undefined) return [tokens];
  const money: Bound = {
    ...budgetOfProject("jobs", "money", spend.perDay, own),
    amountOf: (used, model) => costOf(spend, model, used),
    write: (amount) => `${amount / moneyParts} in money`,
  };
  return [tokens, money];
}
