/** What a million tokens of a model cost, in the money of the operator's bill. */
export interface ModelPrice {
  input: number;
  output: number;
}

/** What may be spent in a day, and what it is counted by. */
export interface SpendBound {
  /** In ten-thousandths: most answers cost less than the smallest coin. */
  perDay: number;
  /** By the name of the model, as in `openai/gpt-5`; never empty. */
  prices: Readonly<Record<string, ModelPrice>>;
}

export const moneyParts = 10_000;
const million = 1_000_000;
const price = /^(?<model>.+)=\s*(?<input>\d{1,6}(?:\.\d{1,6})?)\s*\/\s*(?<output>\d{1,6}(?:\.\d{1,6})?)$/;

/** Reads `openai/gpt-5=1.25/10`, a list of such with commas; undefined where one of them is written differently. */
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
 * What an answer of this model has cost, in ten-thousandths, rounded up. A project may have a model that nobody has priced:
 * it costs what the dearest does, so that the bound holds.
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
