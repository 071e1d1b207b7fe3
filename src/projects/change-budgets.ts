import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { moneyParts } from "../platform/model-prices.ts";
import {
  amountForPeople,
  type BudgetOf,
  type BudgetUnit,
  budgetsOfProject,
  knownBudget,
  type OwnBudgets,
} from "./model-budgets.ts";
import { findProjectById, lockProject, updateProject } from "./store.ts";

export interface BudgetChange {
  of: BudgetOf;
  unit: BudgetUnit;
  /** In tokens or in money; null to use the server's limit. */
  perDay: number | null;
}

/** Sets the daily limits of a project's models. Budgets that are not listed stay unchanged. */
export async function changeBudgets(
  installed: Config["model"],
  tx: Connection,
  projectId: string,
  changes: readonly BudgetChange[],
): Promise<void> {
  // Without the lock, concurrent changes to different budgets would overwrite each other.
  await lockProject(tx, projectId);
  const project = await findProjectById(tx, projectId);
  if (project !== undefined) {
    await updateProject(tx, projectId, { budgets: changedBudgets(installed, project.budgets, changes) });
  }
}

export function changedBudgets(
  installed: Config["model"],
  own: OwnBudgets,
  changes: readonly BudgetChange[],
): OwnBudgets {
  const changed: { -readonly [Name in keyof OwnBudgets]: OwnBudgets[Name] } = { ...own };
  for (const { of, unit, perDay } of changes) {
    const { name } = knownBudget(of, unit);
    delete changed[name];
    if (perDay !== null) {
      changed[name] = checkedAmount(installed, { of, unit, perDay });
    }
  }
  return changed;
}

function checkedAmount(
  installed: Config["model"],
  { of, unit, perDay }: { of: BudgetOf; unit: BudgetUnit; perDay: number },
): number {
  const { setting } = knownBudget(of, unit);
  const budget = budgetsOfProject(installed, {}).find((known) => known.of === of && known.unit === unit);
  if (budget === undefined) {
    throw new AppError(
      "bad_request",
      `Money for ${of} isn't tracked on this server; the operator must set ${setting} first.`,
    );
  }
  const isPossible = perDay >= 0 && (unit === "money" ? Number.isFinite(perDay) : Number.isSafeInteger(perDay));
  if (!isPossible) {
    throw new AppError("bad_request", `The ${unit} for ${of} must be 0 or more, and tokens must be a whole number.`);
  }
  const counted = unit === "money" ? Math.round(perDay * moneyParts) : perDay;
  if (counted > budget.installed) {
    const most = amountForPeople(unit, budget.installed);
    throw new AppError(
      "bad_request",
      `On this server, ${of} can use at most ${most} in ${unit} per day; choose a lower limit, or raise ${setting}.`,
    );
  }
  return counted;
}
