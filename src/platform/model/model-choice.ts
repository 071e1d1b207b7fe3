import { AppError } from "../errors.ts";

/**
 * Which language model to use, and where it is. The key is kept separately: it goes into one header and nowhere else.
 */
export interface ModelChoice {
  /** As the operator wrote it: `openai/gpt-5`. */
  name: string;
  /** The provider's name for it. */
  model: string;
  url: string;
}

/** OpenAI-compatible providers with a known URL. Any other needs its own URL. */
const providers: Readonly<Record<string, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta/openai",
  mistral: "https://api.mistral.ai/v1",
  groq: "https://api.groq.com/openai/v1",
  openrouter: "https://openrouter.ai/api/v1",
  ollama: "http://127.0.0.1:11434/v1",
};

/** Parses `provider/model`, or any name together with a server URL. Undefined when no model is configured. */
export function readModelChoice(
  name: string,
  url: string,
  setting: "LECTERN_MODEL" | "LECTERN_EMBEDDINGS" = "LECTERN_MODEL",
): ModelChoice | undefined {
  if (name === "") return undefined;
  const slash = name.indexOf("/");
  const provider = slash === -1 ? "" : name.slice(0, slash);
  const known = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (url === "" && known === undefined) {
    throw new AppError(
      "bad_request",
      `The model "${name}" names no provider that is known (${Object.keys(providers).join(", ")}); write provider/model, or give the server's address in ${setting}_URL.`,
    );
  }
  if (url !== "" && !/^https?:\/\//.test(url)) {
    throw new AppError(
      "bad_request",
      `${setting}_URL must be an http or https address, such as https://ai.example.com/v1.`,
    );
  }
  const model = known === undefined ? name : name.slice(slash + 1);
  return { name, model, url: (url === "" ? (known ?? "") : url).replace(/(?<!\/)\/+$/, "") };
}
