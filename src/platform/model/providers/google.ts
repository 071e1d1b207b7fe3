import { createGoogle } from "@ai-sdk/google";
import type { Provider, ProviderAccess } from "./provider.ts";

export function openGoogle({ choice, key, fetch }: ProviderAccess): Provider {
  const provider = createGoogle({ baseURL: choice.url, apiKey: key, fetch });
  return {
    language: () => provider(choice.model),
    embedding: () => provider.embeddingModel(choice.model),
  };
}
