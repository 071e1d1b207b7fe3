import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import type { Provider, ProviderAccess } from "./provider.ts";

const regionDefault = "us-east-1";

/**
 * The key is a Bedrock API key, or `ACCESS_KEY_ID:SECRET_ACCESS_KEY` with an optional `:SESSION_TOKEN` for temporary
 * credentials.
 */
export function openBedrock({ choice, key, fetch }: ProviderAccess): Provider {
  const [accessKeyId = "", secretAccessKey = "", ...session] = key.split(":");
  const isSigned = /^A[KS]IA[A-Z0-9]+$/.test(accessKeyId) && secretAccessKey !== "";
  const provider = createAmazonBedrock({
    baseURL: choice.url,
    region: bedrockRegion(choice.url),
    fetch,
    ...(isSigned
      ? { apiKey: "", accessKeyId, secretAccessKey, ...(session.length > 0 && { sessionToken: session.join(":") }) }
      : // An empty key would make the SDK look for credentials in the environment, which belong to the artifact store.
        { apiKey: key || "none" }),
  });
  return {
    language: () => provider(choice.model),
    embedding: () => provider.embeddingModel(choice.model),
  };
}

/** Reads the region from a host such as bedrock-runtime.eu-central-1.amazonaws.com. Request signatures include it. */
function bedrockRegion(url: string): string {
  const labels = new URL(url).hostname.split(".");
  return labels.find((label) => /^[a-z]{2,4}(?:-[a-z]+){1,2}-\d$/.test(label)) ?? regionDefault;
}
