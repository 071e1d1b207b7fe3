import { createMistral } from "@ai-sdk/mistral";
import type { Provider, ProviderAccess } from "./provider.ts";

export function openMistral({ choice, key, fetch }: ProviderAccess): Provider {
  const provider = createMistral({ baseURL: choice.url, apiKey: key, fetch });
  return {
    language: () => provider(choice.model),
    embedding: () => provider.embeddingModel(choice.model),
  };
}
