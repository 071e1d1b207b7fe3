import type { EmbeddingModel, LanguageModel } from "ai";
import type { ModelChoice } from "../model-choice.ts";

/** What opens a provider's models. The key is empty if there is none: the SDKs must not look for one in the environment. */
export interface ProviderAccess {
  choice: ModelChoice;
  key: string;
  fetch: typeof fetch;
}

/** A model as the SDK's middleware takes it. */
type Model = Exclude<LanguageModel, string>;
type Embedding = Exclude<EmbeddingModel, string>;

export interface Provider {
  language(): Model;
  /** Undefined if the provider has no embeddings. */
  embedding?(): Embedding;
}
