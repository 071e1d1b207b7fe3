import { createOpenAI } from "@ai-sdk/openai";
import { isAtProvider } from "../model-choice.ts";
import { createAdaptingFetch } from "./adapting-fetch.ts";
import type { Provider, ProviderAccess } from "./provider.ts";

/** OpenAI itself has the newer Responses API; gateways for OpenAI rarely do. */
export function openOpenai({ choice, key, fetch }: ProviderAccess): Provider {
  const { model, url: baseURL } = choice;
  const isDirect = isAtProvider(choice);
  const provider = createOpenAI({ baseURL, apiKey: key, fetch: isDirect ? fetch : createAdaptingFetch(fetch) });
  return {
    language: () => (isDirect ? provider.responses(model) : provider.chat(model)),
    embedding: () => provider.embeddingModel(model),
  };
}
