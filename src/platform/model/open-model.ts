import type { LanguageModel } from "ai";
import type { ModelChoice } from "./model-choice.ts";

export interface OpenedModel {
  name: string;
  model: LanguageModel;
}

/** Loads the SDK on demand: a server without a model never pays for it. */
export async function openModel(choice: ModelChoice, key: string | undefined): Promise<OpenedModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: "lectern",
    baseURL: choice.url,
    includeUsage: true,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  return { name: choice.name, model: provider(choice.model) };
}
