import type { LanguageModelMiddleware } from "ai";
import type { ReasoningEffort } from "../../contract/model-providers.ts";
import type { ModelUse } from "./count-model-use.ts";
import type { ModelChoice } from "./model-choice.ts";

type Params = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0]["params"];
type Message = Params["prompt"][number];

/** Tokens for reasoning, added to those for the answer: the limit in the request counts both. */
const thoughtTokens: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 2_000,
  low: 4_000,
  default: 8_000,
  medium: 8_000,
  high: 16_000,
};

/** Model families that reason unless a request turns it off. */
const thinkingModels =
  /^(?:o\d|gpt-[5-9]|gpt-oss|gemini-(?:2\.5|[3-9])|magistral|deepseek-r|qwen[3-9]|qwq|kimi-k2-thinking|grok-[4-9])/;

/** Adds the options of a call that depend on the model rather than on the question. */
export function prepareCall(choice: ModelChoice, use: ModelUse): LanguageModelMiddleware {
  const { reasoning = "default" } = choice;
  const room = reasoning !== "default" || thinksByDefault(choice) ? thoughtTokens[reasoning] : 0;
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => ({
      ...params,
      ...(reasoning !== "default" && { reasoning }),
      ...(params.maxOutputTokens !== undefined && { maxOutputTokens: params.maxOutputTokens + room }),
      ...(keepsConversations(choice) && { providerOptions: { ...params.providerOptions, ...notStored } }),
      prompt: withCache(choice, use, params.prompt),
    }),
  };
}

function thinksByDefault({ model }: Pick<ModelChoice, "model">): boolean {
  // Matches names such as openrouter/openai/gpt-5, bedrock/openai.gpt-oss-120b and bedrock/us.deepseek.r1.
  const names = [model, ...model.split("/").slice(-1), ...model.split(".").slice(-1)];
  return names.some((name) => thinkingModels.test(name));
}

/** The Responses API stores conversations for later requests, but our requests always send the whole conversation. */
function keepsConversations({ provider }: ModelChoice): boolean {
  return provider === "openai" || provider === "azure";
}

const notStored = { openai: { store: false } };

/**
 * Marks the end of the part that later calls repeat: the instructions and tools and, in a job, the steps so far. Other
 * providers cache without being asked.
 */
function withCache(choice: ModelChoice, use: ModelUse, prompt: Params["prompt"]): Params["prompt"] {
  const mark = cacheMark(choice);
  if (mark === undefined) return prompt;
  const isMarked = (message: Message, place: number) =>
    message.role === "system" || (use === "jobs" && place === prompt.length - 1);
  return prompt.map((message, place) =>
    isMarked(message, place) ? { ...message, providerOptions: { ...message.providerOptions, ...mark } } : message,
  );
}

function cacheMark({ provider, model }: ModelChoice) {
  if (provider === "anthropic") return { anthropic: { cacheControl: { type: "ephemeral" } } };
  // Bedrock refuses the cache marker for models without a cache.
  const hasCache = /(?:^|\.)(?:anthropic\.claude-(?:[a-z]+-[4-9]|3-[57])|amazon\.nova)/.test(model);
  return provider === "bedrock" && hasCache ? { bedrock: { cachePoint: { type: "default" } } } : undefined;
}
