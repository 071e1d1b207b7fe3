/** The providers that a model's name can begin with. Each has its own protocol. */
export const modelProviders = [
  "openai",
  "anthropic",
  "google",
  "bedrock",
  "azure",
  "mistral",
  "groq",
  "openrouter",
  "ollama",
  "compatible",
] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** How much a model reasons before it answers. `default` leaves the choice to the provider. */
export const reasoningEfforts = ["default", "none", "minimal", "low", "medium", "high"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];
