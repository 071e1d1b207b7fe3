import { defineCounter } from "../measures/measure.ts";
import { costOf, moneyParts, type SpendBound } from "../model-prices.ts";

const uses = ["answers", "jobs", "embeddings", "tests"] as const;
const outcomes = [
  "done",
  "stopped",
  "rate_limited",
  "key_rejected",
  "unknown_model",
  "refused",
  "overloaded",
  "unreachable",
  "timed_out",
  "failed",
] as const;

/** The purpose of a call. */
export type ModelUse = (typeof uses)[number];

export type CallOutcome = (typeof outcomes)[number];

const calls = defineCounter(
  "lectern_model_calls_total",
  "Requests to the language model, by use and outcome: done, stopped (the client left), rate_limited, key_rejected, unknown_model, refused (another 4xx status), overloaded (5xx), unreachable, timed_out or failed (the reply broke off).",
  { use: uses, outcome: outcomes },
);
const tokens = defineCounter("lectern_model_tokens_total", "Tokens used, by use and direction.", {
  use: ["answers", "jobs"],
  direction: ["input", "output"],
});
const money = defineCounter(
  "lectern_model_cost_total",
  "The cost of the tokens according to LECTERN_MODEL_PRICES, in the currency of the prices, by use.",
  { use: ["answers", "jobs"] },
);

export function countCall(use: ModelUse, outcome: CallOutcome): void {
  calls.add({ use, outcome });
}

/** Counts the same tokens and costs as the budgets, including estimates for replies that broke off. */
export function countTokens(
  { use, model, prices }: { use: "answers" | "jobs"; model: string; prices: SpendBound["prices"] },
  used: { inputTokens: number; outputTokens: number },
): void {
  tokens.add({ use, direction: "input" }, used.inputTokens);
  tokens.add({ use, direction: "output" }, used.outputTokens);
  if (Object.keys(prices).length > 0) money.add({ use }, costOf({ prices }, model, used) / moneyParts);
}
