import type { DashboardProject } from "../../contract/dashboard-schemas.ts";
import { type Clock, isoTime } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Connection } from "../../platform/db/database.ts";
import { moneyParts } from "../../platform/model-prices.ts";
import { readWindows } from "../../rate-limits/store.ts";

type Budget = DashboardProject["budgets"][number];

interface Bound {
  /** Of the counter that answers and jobs count in. */
  name: string;
  of: Budget["of"];
  unit: Budget["unit"];
  perDay: number;
}

/** What the models of a project may use in a day, and what they have used of it. */
export async function readBudgets(
  { model, clock }: { model: Config["model"]; clock: Clock },
  connection: Connection,
  projectId: string,
): Promise<Budget[]> {
  const bounds = boundsOf(model);
  const names = bounds.map(({ name }) => name);
  const windows = await readWindows(connection, projectId, names, clock.now());
  return bounds.map(({ name, of, unit, perDay }) => {
    const window = windows.get(name);
    const part = unit === "money" ? moneyParts : 1;
    return {
      of,
      unit,
      perDay: perDay / part,
      used: (window?.count ?? 0) / part,
      resetsAt: window === undefined ? null : isoTime(window.resetAt),
    };
  });
}

function boundsOf({ tokensPerDay, agentTokensPerDay, spend, agentSpend }: Config["model"]): Bound[] {
  const money = (name: string, of: Budget["of"], bound: typeof spend): Bound[] =>
    bound === undefined ? [] : [{ name, of, unit: "money", perDay: bound.perDay }];
  return [
    { name: "tokens-project", of: "answers", unit: "tokens", perDay: tokensPerDay },
    ...money("money-project", "answers", spend),
    { name: "tokens-agent", of: "jobs", unit: "tokens", perDay: agentTokensPerDay },
    ...money("money-agent", "jobs", agentSpend),
  ];
}
