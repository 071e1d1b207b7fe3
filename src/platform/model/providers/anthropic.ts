import { createAnthropic } from "@ai-sdk/anthropic";
import type { Provider, ProviderAccess } from "./provider.ts";

export function openAnthropic({ choice, key, fetch }: ProviderAccess): Provider {
  const provider = createAnthropic({ baseURL: choice.url, apiKey: key, fetch });
  return { language: () => provider(choice.model) };
}
