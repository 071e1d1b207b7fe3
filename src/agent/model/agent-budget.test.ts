import { describe, expect, test } from "vitest";
import { givenProject } from "../../../test/support/stored-project.ts";
import type { Database } from "../../platform/db/database.ts";
import type { OwnBudgets } from "../../projects/model-budgets.ts";
import { type AgentBudgetDeps, checkBudget, spendTokens } from "./agent-budget.ts";

let database: Database;
let now = 0;
const clock = { now: () => now };
const nothing = { inputTokens: 0, outputTokens: 0 };
const prices = { "acme/large": { input: 1, output: 10 } };

givenProject("sqlite", clock, (given) => {
  database = given.database;
});

describe.each([
  [
    "tokens",
    { tokensPerDay: 1_000, spend: undefined },
    "today's budget of 1000 tokens",
    "LECTERN_AGENT_TOKENS_PER_DAY",
  ],
  // A million output tokens cost 10, so a thousand cost 0.01.
  [
    "money",
    { tokensPerDay: 1_000_000, spend: { perDay: 100, prices } },
    "today's budget of 0.01 in money",
    "LECTERN_AGENT_SPEND_PER_DAY",
  ],
])("the daily budget of %s", (what, bounds, sentence, setting) => {
  const spend = async (outputTokens: number, inTurn = 0, projectId = `prj_${what}`, own: OwnBudgets = {}) => {
    const deps = { database, clock, own, ...bounds } satisfies AgentBudgetDeps;
    const spender = { projectId, model: "acme/large" };
    await spendTokens(deps, { ...spender, used: { ...nothing, outputTokens } });
    await checkBudget(deps, { ...spender, used: { ...nothing, outputTokens: inTurn } });
  };

  test("all jobs of a project share its budget, but projects don't share budgets", async () => {
    await spend(600);
    await expect(spend(400)).rejects.toThrow(sentence);
    await expect(spend(0)).rejects.toThrow(setting);
    await spend(0, 0, `prj_other_${what}`);
  });

  test("budgets reset at the end of the day", async () => {
    const project = `prj_day_${what}`;
    await expect(spend(1_000, 0, project)).rejects.toThrow(sentence);
    await expect(spend(0, 0, project)).rejects.toThrow(sentence);
    now += 86_400_000;
    await expect(spend(0, 0, project)).resolves.toBeUndefined();
  });

  test("a project can lower its budget, and the error message names the setting", async () => {
    const own = { "tokens-agent": 500, "money-agent": 50 };
    await spend(400, 0, `prj_own_${what}`, own);
    await expect(spend(100, 0, `prj_own_${what}`, own)).rejects.toThrow("raise the budget in the project's settings");
    await spend(0, 0, `prj_own_${what}`);
  });

  test("one prompt may use a tenth of the budget", async () => {
    await spend(0, 90, `prj_turn_${what}`);
    await expect(spend(0, 100, `prj_turn_${what}`)).rejects.toThrow("the limit for one prompt is");
  });
});
