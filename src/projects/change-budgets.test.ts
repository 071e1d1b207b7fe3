import { expect, test } from "vitest";
import { changedBudgets } from "./change-budgets.ts";
import { budgetsOfProject } from "./model-budgets.ts";

const prices = { "acme/large": { input: 1, output: 10 } };
const installed = {
  name: "acme/large",
  url: "",
  key: undefined,
  reasoning: "default" as const,
  tokensPerDay: 1_000,
  agentTokensPerDay: 5_000,
  spend: { perDay: 20_000, prices },
  agentSpend: undefined,
  prices: {},
};
const amounts = (own: Parameters<typeof budgetsOfProject>[1]) =>
  budgetsOfProject(installed, own).map(({ of, unit, perDay }) => [of, unit, perDay]);

test("a project has the server's limits until it sets lower ones", () => {
  expect(amounts({})).toEqual([
    ["answers", "tokens", 1_000],
    ["answers", "money", 20_000],
    ["jobs", "tokens", 5_000],
  ]);
  const own = changedBudgets(installed, {}, [
    { of: "answers", unit: "money", perDay: 0.5 },
    { of: "jobs", unit: "tokens", perDay: 0 },
  ]);
  expect(amounts(own)).toEqual([
    ["answers", "tokens", 1_000],
    ["answers", "money", 5_000],
    ["jobs", "tokens", 0],
  ]);
});

test("null resets a budget to the server's limit, and other budgets stay unchanged", () => {
  const own = { "tokens-project": 10, "tokens-agent": 20 };
  expect(changedBudgets(installed, own, [{ of: "answers", unit: "tokens", perDay: null }])).toEqual({
    "tokens-agent": 20,
  });
});

test("if the server's limit is lowered below a budget, the lower limit applies", () => {
  expect(amounts({ "tokens-project": 9_999 })[0]).toEqual(["answers", "tokens", 1_000]);
});

test.each([
  [{ of: "answers", unit: "tokens", perDay: 1_001 }, "at most 1000 in tokens per day"],
  [{ of: "answers", unit: "money", perDay: 2.01 }, "at most 2 in money per day"],
  [{ of: "answers", unit: "tokens", perDay: 1.5 }, "tokens must be a whole number"],
  [{ of: "jobs", unit: "money", perDay: 1 }, "LECTERN_AGENT_SPEND_PER_DAY"],
] as const)("the budget change %j is refused", (change, why) => {
  expect(() => changedBudgets(installed, {}, [change])).toThrow(why);
});

test("a budget names the setting that raises it", () => {
  const [tokens] = budgetsOfProject(installed, { "tokens-project": 10 });
  expect(tokens?.raisedBy).toBe("the budget in the project's settings");
  expect(budgetsOfProject(installed, {})[0]?.raisedBy).toBe("LECTERN_MODEL_TOKENS_PER_DAY");
});
