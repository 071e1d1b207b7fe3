import type { LanguageModel } from "ai";
import { LRUCache } from "lru-cache";
import type { ModelUse } from "./count-model-use.ts";
import type { ModelChoice } from "./model-choice.ts";

export interface OpenedModel {
  name: string;
  model: LanguageModel;
}

const rememberedMax = 100;
// Keyed by the fetch function: a model that was opened for the operator's address is never used with the guarded fetch.
const remembered = new WeakMap<object, LRUCache<string, Promise<OpenedModel>>>();

/**
 * Loads the SDK on demand, so a server without a model doesn't load it. Each SDK model builds schemas of almost a
 * megabyte, so all answers share one.
 */
export function openModel(choice: ModelChoice, key: string | undefined, use: ModelUse): Promise<OpenedModel> {
  const { url, model, name, reasoning } = choice;
  const reached = choice.fetch ?? fetch;
  const models = remembered.get(reached) ?? new LRUCache({ max: rememberedMax });
  remembered.set(reached, models);
  const kept = JSON.stringify([use, url, model, name, reasoning, key]);
  const opened = models.get(kept) ?? createModel(choice, key, use);
  models.set(kept, opened);
  return opened;
}

async function createModel(choice: ModelChoice, key: string | undefined, use: ModelUse): Promise<OpenedModel> {
  const [{ openProvider }, { observeModel }] = await Promise.all([
    import("./open-provider.ts"),
    import("./observe-model.ts"),
  ]);
  const provider = await openProvider(choice, key);
  return { name: choice.name, model: observeModel(provider.language(), { choice, key }, use) };
}
