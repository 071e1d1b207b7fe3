import { expect, test } from "vitest";
import { costOf, readModelPrices } from "./model-prices.ts";

const prices = { "openai/gpt-5": { input: 1.25, output: 10 }, "acme:large": { input: 0, output: 0.5 } };

test("prices are a list of models with the cost of a million input and output tokens", () => {
  expect(readModelPrices(" openai/gpt-5=1.25/10, acme:large = 0 / 0.5 ,")).toEqual(prices);
  expect(readModelPrices("")).toEqual({});
});

test.each(["openai/gpt-5", "openai/gpt-5=1.25", "=1/2", "a=1/2/3", "a=-1/2", "a=1e3/2", "a=$1/$2"])(
  "the model price %s is rejected",
  (value) => {
    expect(readModelPrices(value)).toBeUndefined();
  },
);

test("the cost of an answer is that of its input and output tokens, in ten-thousandths of the currency", () => {
  expect(costOf({ prices }, "openai/gpt-5", { inputTokens: 1_000_000, outputTokens: 0 })).toBe(12_500);
  expect(costOf({ prices }, "openai/gpt-5", { inputTokens: 4_000, outputTokens: 500 })).toBe(100);
});

test("the cost of each answer is rounded up, so small ones are not free", () => {
  expect(costOf({ prices }, "acme:large", { inputTokens: 10, outputTokens: 1 })).toBe(1);
  expect(costOf({ prices }, "acme:large", { inputTokens: 10, outputTokens: 0 })).toBe(0);
});

test.each(["acme:small", "constructor"])(
  "a model without a price (%s) costs as much as the most expensive one",
  (model) => {
    expect(costOf({ prices }, model, { inputTokens: 0, outputTokens: 1_000_000 })).toBe(100_000);
  },
);
