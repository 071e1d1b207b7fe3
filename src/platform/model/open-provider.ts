import type { ModelProvider } from "../../contract/model-providers.ts";
import { traceHeaders } from "../tracing/traced.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Provider, ProviderAccess } from "./providers/provider.ts";

/** Larger than any reply of a model or an embeddings server. */
const replyBytesMax = 64 * 1024 * 1024;

/** Each provider's SDK is loaded when its first model is opened, so a server without a model loads none. */
const openers: Readonly<Record<ModelProvider, (access: ProviderAccess) => Promise<Provider>>> = {
  openai: async (access) => (await import("./providers/openai.ts")).openOpenai(access),
  anthropic: async (access) => openPlain((await import("@ai-sdk/anthropic")).createAnthropic, access),
  google: async (access) => openWithEmbeddings((await import("@ai-sdk/google")).createGoogle, access),
  bedrock: async (access) => (await import("./providers/bedrock.ts")).openBedrock(access),
  azure: async (access) => (await import("./providers/azure.ts")).openAzure(access),
  mistral: async (access) => openWithEmbeddings((await import("@ai-sdk/mistral")).createMistral, access),
  groq: async (access) => openPlain((await import("@ai-sdk/groq")).createGroq, access),
  openrouter: openCompatible,
  ollama: openCompatible,
  compatible: openCompatible,
};

type Create<Opened> = (settings: { baseURL: string; apiKey: string; fetch: typeof fetch }) => Opened;
type LanguageModels = (model: string) => ReturnType<Provider["language"]>;
type EmbeddingModels = { embeddingModel(model: string): ReturnType<NonNullable<Provider["embedding"]>> };

function openPlain(create: Create<LanguageModels>, { choice, key, fetch }: ProviderAccess): Provider {
  const provider = create({ baseURL: choice.url, apiKey: key, fetch });
  return { language: () => provider(choice.model) };
}

function openWithEmbeddings(create: Create<LanguageModels & EmbeddingModels>, access: ProviderAccess): Provider {
  const provider = create({ baseURL: access.choice.url, apiKey: access.key, fetch: access.fetch });
  const { model } = access.choice;
  return { language: () => provider(model), embedding: () => provider.embeddingModel(model) };
}

export async function openProvider(choice: ModelChoice, key: string | undefined): Promise<Provider> {
  return openers[choice.provider]({ choice, key: key ?? "", fetch: boundedFetch(choice.fetch ?? fetch) });
}

async function openCompatible(access: ProviderAccess): Promise<Provider> {
  return (await import("./providers/compatible.ts")).openCompatible(access);
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
