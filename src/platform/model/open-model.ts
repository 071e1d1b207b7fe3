import type { LanguageModel } from "ai";
import { LRUCache } from "lru-cache";
import type { ModelChoice } from "./model-choice.ts";

export interface OpenedModel {
  name: string;
  model: LanguageModel;
}

const rememberedMax = 100;
const remembered = new LRUCache<string, Promise<OpenedModel>>({ max: rememberedMax });

/**
 * Loads the SDK on demand: a server without a model never pays for it. Each model of the SDK builds schemas of almost a
 * megabyte, so all answers share one.
 */
export function openModel(choice: ModelChoice, key: string | undefined): Promise<OpenedModel> {
  const name = JSON.stringify([choice.url, choice.model, choice.name, key]);
  const opened = remembered.get(name) ?? createModel(choice, key);
  remembered.set(name, opened);
  return opened;
}

async function createModel(choice: ModelChoice, key: string | undefined): Promise<OpenedModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: "lectern",
    baseURL: choice.url,
    includeUsage: true,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  return { name: choice.name, model: provider(choice.model) };
}
