import { createGroq } from "@ai-sdk/groq";
import type { Provider, ProviderAccess } from "./provider.ts";

export function openGroq({ choice, key, fetch }: ProviderAccess): Provider {
  const provider = createGroq({ baseURL: choice.url, apiKey: key, fetch });
  return { language: () => provider(choice.model) };
}
