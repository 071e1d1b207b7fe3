import type { Config } from "../platform/config.ts";
import { moneyParts } from "../platform/model-prices.ts";

/** What a project's models use in a day is counted under these names, and bounded by these settings of the server. */
export const modelBudgets = [
  { name: "tokens-project", of: "answers", unit: "tokens", setting: "LECTERN_MODEL_TOKENS_PER_DAY" },
  { name: "money-project", of: "answers", unit: "money", setting: "LECTERN_MODEL_SPEND_PER_DAY" },
  { name: "tokens-agent", of: "jobs", unit: "tokens", setting: "LECTERN_AGENT_TOKENS_PER_DAY" },
  { name: "money-agent", of: "jobs", unit: "money", setting: "LECTERN_AGENT_SPEND_PER_DAY" },
] as const;

type KnownBudget = (typeof modelBudgets)[number];
export type BudgetOf = KnownBudget["of"];
export type BudgetUnit = KnownBudget["unit"];

/** What a project has set for itself, as it is counted. What it has not set is as large as the server allows. */
export type OwnBudgets = Readonly<Partial<Record<KnownBudget["name"], number>>>;

/** Amounts are as they are counted: tokens, or ten-thousandths of money. */
export interface ModelBudget {
  /** Of the counter. */
  name: KnownBudget["name"];
  of: BudgetOf;
  unit: BudgetUnit;
  perDay: number;
  /** The most that a project can have. */
  installed: number;
  own: number | undefined;
  /** What makes it larger, for who has used it up. */
  raisedBy: string;
}

type InstalledBounds = Pick<Config["model"], "tokensPerDay" | "agentTokensPerDay" | "spend" | "agentSpend">;

/** All budgets of a project; money is left out where the server does not count it. */
export function budgetsOfProject(installed: InstalledBounds, own: OwnBudgets): ModelBudget[] {
  return modelBudgets.flatMap(({ of, unit }) => {
    const amount = installedAmount(installed, of, unit);
    return amount === undefined ? [] : [budgetOfProject(of, unit, amount, own)];
  });
}

/** A project can make its budgets smaller, never larger: also when the server's setting was lowered since. */
export function budgetOfProject(of: BudgetOf, unit: BudgetUnit, installed: number, own: OwnBudgets): ModelBudget {
  const { name, setting } = knownBudget(of, unit);
  const perDay = Math.min(installed, own[name] ?? installed);
  const raisedBy = perDay < installed ? "the budget in the project's settings" : setting;
  return { name, of, unit, perDay, installed, own: own[name], raisedBy };
}

export function knownBudget(of: BudgetOf, unit: BudgetUnit): KnownBudget {
  const known = modelBudgets.find((budget) => budget.of === of && budget.unit === unit);
  if (known === undefined) {
    throw new RangeError(`There is no budget of ${unit} for ${of}.`);
  }
  return known;
}

/** An amount as people write it. */
export function amountForPeople(unit: BudgetUnit, counted: number): number {
  return unit === "money" ? counted / moneyParts : counted;
}

function installedAmount(installed: InstalledBounds, of: BudgetOf, unit: BudgetUnit): number | undefined {
  if (of === "answers") {
    return unit === "tokens" ? installed.tokensPerDay : installed.spend?.perDay;
  }
  return unit === "tokens" ? installed.agentTokensPerDay : installed.agentSpend?.perDay;
}
