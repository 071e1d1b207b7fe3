import type { Config } from "../platform/config.ts";
import { moneyParts } from "../platform/model-prices.ts";

/** The counters of a project's daily model usage, and the server settings that limit them. */
export const modelBudgets = [
  { name: "tokens-project", of: "answers", unit: "tokens", setting: "LECTERN_MODEL_TOKENS_PER_DAY" },
  { name: "money-project", of: "answers", unit: "money", setting: "LECTERN_MODEL_SPEND_PER_DAY" },
  { name: "tokens-agent", of: "jobs", unit: "tokens", setting: "LECTERN_AGENT_TOKENS_PER_DAY" },
  { name: "money-agent", of: "jobs", unit: "money", setting: "LECTERN_AGENT_SPEND_PER_DAY" },
] as const;

type KnownBudget = (typeof modelBudgets)[number];
export type BudgetOf = KnownBudget["of"];
export type BudgetUnit = KnownBudget["unit"];

/** The project's own limits, in counted units. Missing ones use the server's limit. */
export type OwnBudgets = Readonly<Partial<Record<KnownBudget["name"], number>>>;

/** Amounts are in counted units: tokens, or ten-thousandths of the currency. */
export interface ModelBudget {
  /** The counter's name. */
  name: KnownBudget["name"];
  of: BudgetOf;
  unit: BudgetUnit;
  perDay: number;
  /** The server's limit. */
  installed: number;
  own: number | undefined;
  /** The setting that raises the limit. */
  raisedBy: string;
}

type InstalledBounds = Pick<Config["model"], "tokensPerDay" | "agentTokensPerDay" | "spend" | "agentSpend">;

/** All budgets of a project. Budgets in money are left out if the server doesn't track money. */
export function budgetsOfProject(installed: InstalledBounds, own: OwnBudgets): ModelBudget[] {
  return modelBudgets.flatMap(({ of, unit }) => {
    const amount = installedAmount(installed, of, unit);
    return amount === undefined ? [] : [budgetOfProject(of, unit, amount, own)];
  });
}

/** A project can only lower the server's limit, even if the server's limit was lowered later. */
export function budgetOfProject(of: BudgetOf, unit: BudgetUnit, installed: number, own: OwnBudgets): ModelBudget {
  const { name, setting } = knownBudget(of, unit);
  const perDay = Math.min(installed, own[name] ?? installed);
  const raisedBy = perDay < installed ? "the budget in the project's settings" : setting;
  return { name, of, unit, perDay, installed, own: own[name], raisedBy };
}

export function knownBudget(of: BudgetOf, unit: BudgetUnit): KnownBudget {
  const known = modelBudgets.find((budget) => budget.of === of && budget.unit === unit);
  if (known === undefined) {
    throw new RangeError(`Unknown budget: ${unit} for ${of}.`);
  }
  return known;
}

export function amountForPeople(unit: BudgetUnit, counted: number): number {
  return unit === "money" ? counted / moneyParts : counted;
}

function installedAmount(installed: InstalledBounds, of: BudgetOf, unit: BudgetUnit): number | undefined {
  if (of === "answers") {
    return unit === "tokens" ? installed.tokensPerDay : installed.spend?.perDay;
  }
  return unit === "tokens" ? installed.agentTokensPerDay : installed.agentSpend?.perDay;
}
