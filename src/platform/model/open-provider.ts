import type { ModelProvider } from "../../contract/model-providers.ts";
import { traceHeaders } from "../tracing/traced.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Provider, ProviderAccess } from "./providers/provider.ts";

/** Larger than any reply of a model or an embeddings server. */
const replyBytesMax = 64 * 1024 * 1024;

/** Each provider's SDK is loaded when its first model is opened, so a server without a model loads none. */
const openers: Readonly<Record<ModelProvider, () => Promise<(access: ProviderAccess) => Provider>>> = {
  openai: async () => (await import("./providers/openai.ts")).openOpenai,
  anthropic: async () => (await import("./providers/anthropic.ts")).openAnthropic,
  google: async () => (await import("./providers/google.ts")).openGoogle,
  bedrock: async () => (await import("./providers/bedrock.ts")).openBedrock,
  azure: async () => (await import("./providers/azure.ts")).openAzure,
  mistral: async () => (await import("./providers/mistral.ts")).openMistral,
  groq: async () => (await import("./providers/groq.ts")).openGroq,
  openrouter: openCompatible,
  ollama: openCompatible,
  compatible: openCompatible,
};

export async function openProvider(choice: ModelChoice, key: string | undefined): Promise<Provider> {
  const open = await openers[choice.provider]();
  return open({ choice, key: key ?? "", fetch: boundedFetch(choice.fetch ?? fetch) });
}

async function openCompatible() {
  return (await import("./providers/compatible.ts")).openCompatible;
}

/** Sends the trace header and refuses redirects, because the key would be sent along. */
function boundedFetch(send: NonNullable<ModelChoice["fetch"]>): typeof fetch {
  return async (input, options) => {
    const headers = new Headers(options?.headers);
    for (const [header, value] of Object.entries(traceHeaders())) headers.set(header, value);
    const response = await send(input, { ...options, headers, redirect: "error" });
    const body = response.body?.pipeThrough(boundedBytes());
    return new Response(body ?? null, response);
  };
}

function boundedBytes(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > replyBytesMax) throw new Error("The reply of the model's server is too large.");
      controller.enqueue(chunk);
    },
  });
}
