import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createAdaptingFetch } from "./adapting-fetch.ts";
import type { Provider, ProviderAccess } from "./provider.ts";

/** OpenRouter, Ollama, and every other server with the OpenAI protocol. */
export function openCompatible({ choice, key, fetch }: ProviderAccess): Provider {
  const provider = createOpenAICompatible({
    name: choice.provider,
    baseURL: choice.url,
    includeUsage: true,
    fetch: createAdaptingFetch(fetch),
    ...(key !== "" && { apiKey: key }),
  });
  return {
    language: () => provider(choice.model),
    embedding: () => provider.embeddingModel(choice.model),
  };
}
