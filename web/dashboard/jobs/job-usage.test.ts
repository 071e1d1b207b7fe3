import { expect, test } from "vitest";
import { describeUsage } from "./job-facts.tsx";

test("usage is shown in tokens, and as a cost if prices are configured", () => {
  const usage = { steps: 3, inputTokens: 2_600, outputTokens: 66 };
  expect(describeUsage(usage)).toBe("2.6K tokens in, 66 out");
  expect(describeUsage({ ...usage, cost: 0.035 })).toBe("0.035 (2.6K tokens in, 66 out)");
});

test("a job without a model has no usage", () => {
  expect(describeUsage({ steps: 0, inputTokens: 0, outputTokens: 0 })).toBe("None");
});
