import { InvalidArgumentError } from "commander";
import type { BudgetChange } from "../projects/change-budgets.ts";
import { amountForPeople, type ModelBudget, modelBudgets } from "../projects/model-budgets.ts";

const amountMaxLength = 20;

/** Parses `answers:tokens=50000`, `jobs:money=2.5` or `answers:tokens=default`; the option can be repeated. */
export function collectBudgets(value: string, before: readonly BudgetChange[] = []): BudgetChange[] {
  const [which = "", amount = ""] = value.split("=").map((part) => part.trim());
  const known = modelBudgets.find(({ of, unit }) => `${of}:${unit}` === which);
  const isAmount = amount.length <= amountMaxLength && /^\d+(?:\.\d+)?$/.test(amount);
  if (known === undefined || !(amount === "default" || isAmount)) {
    const names = modelBudgets.map(({ of, unit }) => `${of}:${unit}`).join(", ");
    throw new InvalidArgumentError(`Use the form answers:tokens=50000 or answers:tokens=default; budgets: ${names}`);
  }
  const { of, unit } = known;
  return [...before, { of, unit, perDay: amount === "default" ? null : Number(amount) }];
}

/** `50,000 tokens for answers` */
export function describeBudget({ of, unit, perDay }: ModelBudget): string {
  return `${amountForPeople(unit, perDay).toLocaleString("en")} ${unit === "money" ? "in money" : unit} for ${of}`;
}
