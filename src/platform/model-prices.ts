/** The price of a million tokens, in the operator's currency. */
interface ModelPrice {
  input: number;
  output: number;
}

/** The daily spending limit and the prices it is computed from. */
export interface SpendBound {
  /** In ten-thousandths of the currency unit: most answers cost less than the smallest coin. */
  perDay: number;
  /** By model name, as in `openai/gpt-5`; never empty. */
  prices: Readonly<Record<string, ModelPrice>>;
}

export const moneyParts = 10_000;
const million = 1_000_000;
const price = /^(?<model>.+)=\s*(?<input>\d{1,6}(?:\.\d{1,6})?)\s*\/\s*(?<output>\d{1,6}(?:\.\d{1,6})?)$/;

/** Parses a comma-separated list such as `openai/gpt-5=1.25/10`; undefined if an entry is malformed. */
export function readModelPrices(value: string): SpendBound["prices"] | undefined {
  const prices = new Map<string, ModelPrice>();
  for (const item of value.split(",")) {
    if (item.trim() === "") continue;
    const { model, input, output } = price.exec(item.trim())?.groups ?? {};
    if (model === undefined) return undefined;
    prices.set(model.trim(), { input: Number(input), output: Number(output) });
  }
  return Object.fromEntries(prices);
}

/**
 * The cost of an answer by this model, in ten-thousandths, rounded up. A project may use a model without a price: it
 * costs as much as the most expensive one, so that the limit holds.
 */
export function costOf(
  { prices }: Pick<SpendBound, "prices">,
  model: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number {
  const cost = ({ input, output }: ModelPrice) =>
    Math.ceil(((inputTokens * input + outputTokens * output) * moneyParts) / million);
  const known = Object.hasOwn(prices, model) ? prices[model] : undefined;
  return known === undefined ? Math.max(...Object.values(prices).map(cost)) : cost(known);
}
