import { type ModelProvider, modelProviders, type ReasoningEffort } from "../../contract/model-providers.ts";
import { AppError } from "../errors.ts";

/**
 * Which language model to use, and its server. The key is kept separately and is only sent with requests to the model.
 */
export interface ModelChoice {
  /** As the operator wrote it: `openai/gpt-5`. */
  name: string;
  provider: ModelProvider;
  /** The model's name at the provider. */
  model: string;
  url: string;
  reasoning?: ReasoningEffort;
  /** Used for addresses that a person has entered in the dashboard; other addresses use the global fetch. */
  fetch?: (input: string | URL | Request, options?: RequestInit) => Promise<Response>;
}

/** Undefined for providers without a fixed address. */
const addresses: Readonly<Record<ModelProvider, string | undefined>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  bedrock: "https://bedrock-runtime.us-east-1.amazonaws.com",
  azure: undefined,
  mistral: "https://api.mistral.ai/v1",
  groq: "https://api.groq.com/openai/v1",
  openrouter: "https://openrouter.ai/api/v1",
  ollama: "http://127.0.0.1:11434/v1",
  compatible: undefined,
};

const addressExamples: Partial<Record<ModelProvider, string>> = {
  azure: "https://RESOURCE.openai.azure.com",
  compatible: "https://ai.example.com/v1",
};

/** Parses `provider/model`, or any name together with a server URL. Undefined when no model is configured. */
export function readModelChoice(
  name: string,
  url: string,
  setting: "LECTERN_MODEL" | "LECTERN_EMBEDDINGS" = "LECTERN_MODEL",
): ModelChoice | undefined {
  if (name === "") return undefined;
  const slash = name.indexOf("/");
  const provider = modelProviders.find((known) => slash !== -1 && known === name.slice(0, slash));
  if (provider === undefined && url === "") {
    throw new AppError(
      "bad_request",
      `The model "${name}" doesn't start with a known provider (${modelProviders.join(", ")}); use provider/model, or set ${setting}_URL to the server's address.`,
    );
  }
  if (url !== "" && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    throw new AppError(
      "bad_request",
      `${setting}_URL must be an http or https address, such as https://ai.example.com/v1.`,
    );
  }
  const address = url === "" && provider !== undefined ? addresses[provider] : url;
  if (address === undefined) {
    throw new AppError(
      "bad_request",
      `The model "${name}" also needs ${setting}_URL, the address of its server, such as ${addressExamples[provider ?? "compatible"]}.`,
    );
  }
  return {
    name,
    provider: provider ?? "compatible",
    model: provider === undefined ? name : name.slice(slash + 1),
    url: address.replace(/(?<!\/)\/+$/, ""),
  };
}

/** Whether the model is at the provider's own address instead of behind a gateway. */
export function isAtProvider({ provider, url }: ModelChoice): boolean {
  return addresses[provider] === url;
}
