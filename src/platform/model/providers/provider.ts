import type { EmbeddingModel, LanguageModel } from "ai";
import type { ModelChoice } from "../model-choice.ts";

/**
 * Everything needed to open a provider's models. The key is empty if there is none, so that the SDKs don't look for one
 * in the environment.
 */
export interface ProviderAccess {
  choice: ModelChoice;
  key: string;
  fetch: typeof fetch;
}

/** A model in the form that the SDK's middleware accepts. */
type Model = Exclude<LanguageModel, string>;
type Embedding = Exclude<EmbeddingModel, string>;

export interface Provider {
  language(): Model;
  /** Missing if the provider has no embeddings. */
  embedding?(): Embedding;
}
