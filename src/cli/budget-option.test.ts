import { expect, test } from "vitest";
import { collectBudgets } from "./budget-option.ts";

test("budgets are collected from repeated options, and default resets a budget", () => {
  const first = collectBudgets("answers:tokens=50000");
  expect(collectBudgets("jobs:money = 2.5", first)).toEqual([
    { of: "answers", unit: "tokens", perDay: 50_000 },
    { of: "jobs", unit: "money", perDay: 2.5 },
  ]);
  expect(collectBudgets("jobs:tokens=default")).toEqual([{ of: "jobs", unit: "tokens", perDay: null }]);
});

test.each([
  "",
  "answers",
  "answers:tokens",
  "answers:tokens=",
  "answers:tokens=-1",
  "readers:tokens=5",
  "jobs:money=1e3",
])("%j is not a budget, and the message shows the format", (value) => {
  expect(() => collectBudgets(value)).toThrow("answers:tokens=50000");
});
