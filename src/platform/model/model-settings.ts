import { type ReasoningEffort, reasoningEfforts } from "../../contract/model-providers.ts";
import { moneyParts, readModelPrices, type SpendBound } from "../model-prices.ts";
import { invalid, oneOf, wholeNumber } from "../setting-values.ts";
import type { SettingName } from "../settings.ts";
import { readModelChoice } from "./model-choice.ts";

/** The language model. Its name is empty if none is configured. */
export interface ModelConfig extends EmbeddingConfig {
  reasoning: ReasoningEffort;
  tokensPerDay: number;
  agentTokensPerDay: number;
  prices: SpendBound["prices"];
  /** Undefined if only tokens are limited. */
  spend: SpendBound | undefined;
  agentSpend: SpendBound | undefined;
}

/** The embedding model. Its name is empty if none is configured. */
export interface EmbeddingConfig {
  name: string;
  url: string;
  key: string | undefined;
}

type Read = (name: SettingName) => string;

// The largest amount that the counters of both databases can hold.
const spendPerDayMax = 200_000;
const tokensPerDayMax = 2_000_000_000;

export function readModel(read: Read): ModelConfig {
  const [name, url] = [read("LECTERN_MODEL"), read("LECTERN_MODEL_URL")];
  // Throws if the settings name no usable model, so that the server doesn't start with them.
  readModelChoice(name, url);
  const tokens = (setting: SettingName) => wholeNumber(setting, read(setting), 0, tokensPerDayMax);
  return {
    name,
    url,
    key: read("LECTERN_MODEL_KEY") || undefined,
    reasoning: oneOf("LECTERN_MODEL_REASONING", read("LECTERN_MODEL_REASONING"), reasoningEfforts),
    tokensPerDay: tokens("LECTERN_MODEL_TOKENS_PER_DAY"),
    agentTokensPerDay: tokens("LECTERN_AGENT_TOKENS_PER_DAY"),
    prices: modelPrices(read),
    spend: spendBound("LECTERN_MODEL_SPEND_PER_DAY", read),
    agentSpend: spendBound("LECTERN_AGENT_SPEND_PER_DAY", read),
  };
}

export function readEmbeddings(read: Read): EmbeddingConfig {
  const [name, url] = [read("LECTERN_EMBEDDINGS"), read("LECTERN_EMBEDDINGS_URL")];
  readModelChoice(name, url, "LECTERN_EMBEDDINGS");
  return { name, url, key: read("LECTERN_EMBEDDINGS_KEY") || undefined };
}

function modelPrices(read: Read): SpendBound["prices"] {
  const prices = readModelPrices(read("LECTERN_MODEL_PRICES"));
  if (prices === undefined) {
    throw invalid("LECTERN_MODEL_PRICES", "must list prices such as openai/gpt-5=1.25/10");
  }
  return prices;
}

function spendBound(name: SettingName, read: Read): SpendBound | undefined {
  const prices = modelPrices(read);
  const perDay = read(name);
  if (perDay === "") {
    return undefined;
  }
  if (!/^\d{1,6}(?:\.\d{1,4})?$/.test(perDay) || Number(perDay) > spendPerDayMax) {
    throw invalid(name, `must be an amount of money from 0 to ${spendPerDayMax}, such as 2.50`);
  }
  if (Object.keys(prices).length === 0) {
    throw invalid(name, "also needs LECTERN_MODEL_PRICES, to know what tokens cost");
  }
  return { perDay: Math.round(Number(perDay) * moneyParts), prices };
}
