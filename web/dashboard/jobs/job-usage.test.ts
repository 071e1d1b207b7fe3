import { expect, test } from "vitest";
import { sumUsage } from "./job-usage.ts";
import type { JobEvent } from "./use-job-events.ts";

const usage = (steps: number, inputTokens: number, outputTokens: number, cost?: number): JobEvent =>
  ({ id: steps, event: "usage", data: { steps, inputTokens, outputTokens, cost, at: "" } }) as JobEvent;

test("usage is counted once per turn and summed over turns", () => {
  const events = [usage(1, 100, 10), usage(2, 900, 40), usage(3, 2_000, 60), usage(1, 500, 5), usage(2, 600, 6)];
  expect(sumUsage(events)).toBe("2.6k tokens in, 66 out");
});

test("usage is a cost if prices are configured", () => {
  expect(sumUsage([usage(1, 100, 10, 0.01), usage(2, 300, 20, 0.03), usage(1, 50, 5, 0.005)])).toBe(
    "0.035 in money: 350 tokens in, 25 out",
  );
});

test("a job without a model has no usage", () => {
  expect(sumUsage([])).toBe("none");
});
