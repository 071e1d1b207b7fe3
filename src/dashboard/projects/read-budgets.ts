import type { DashboardProject } from "../../contract/dashboard-schemas.ts";
import { type Clock, isoTime } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { readWindows } from "../../platform/counters/store.ts";
import type { Connection } from "../../platform/db/database.ts";
import { amountForPeople, budgetsOfProject } from "../../projects/model-budgets.ts";
import type { Project } from "../../projects/store.ts";

/** What the models of a project may use in a day, and what they have used of it. */
export async function readBudgets(
  { model, clock }: { model: Config["model"]; clock: Clock },
  connection: Connection,
  project: Project,
): Promise<DashboardProject["budgets"]> {
  const budgets = budgetsOfProject(model, project.budgets);
  const names = budgets.map(({ name }) => name);
  const windows = await readWindows(connection, project.id, names, clock.now());
  return budgets.map(({ name, of, unit, perDay, installed, own }) => {
    const window = windows.get(name);
    return {
      of,
      unit,
      perDay: amountForPeople(unit, perDay),
      installed: amountForPeople(unit, installed),
      isOwn: own !== undefined,
      used: amountForPeople(unit, window?.count ?? 0),
      resetsAt: window === undefined ? null : isoTime(window.resetAt),
    };
  });
}
