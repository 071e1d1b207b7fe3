import { expect, test } from "vitest";
import { collectBudgets } from "./budget-option.ts";

test("budgets are read one after the other, and default gives one back", () => {
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
])("%j is no budget, and the message says how one is written", (value) => {
  expect(() => collectBudgets(value)).toThrow("answers:tokens=50000");
});
