import { createAzure } from "@ai-sdk/azure";
import { createAdaptingFetch } from "./adapting-fetch.ts";
import type { Provider, ProviderAccess } from "./provider.ts";

/**
 * The model's name is the name of its deployment. The address is that of the resource, or the deployment's target URI
 * from Azure's portal. An API version in the address selects the older endpoints, which only have chat completions.
 */
export function openAzure({ choice, key, fetch }: ProviderAccess): Provider {
  const { baseURL, apiVersion } = readAzureAddress(choice.url);
  const isDated = apiVersion !== undefined;
  const provider = createAzure({
    baseURL,
    apiKey: key,
    fetch: isDated ? createAdaptingFetch(fetch) : fetch,
    ...(isDated && { apiVersion, useDeploymentBasedUrls: true }),
  });
  return {
    language: () => (isDated ? provider.chat(choice.model) : provider.responses(choice.model)),
    embedding: () => provider.embeddingModel(choice.model),
  };
}

function readAzureAddress(address: string): { baseURL: string; apiVersion: string | undefined } {
  const url = new URL(address);
  const version = url.searchParams.get("api-version");
  const apiVersion = version === null || version === "v1" || version === "preview" ? undefined : version;
  const [path = ""] = url.pathname.split("/deployments/");
  const base = path.replace(/(?:\/openai)?(?:\/v1)?(?:\/responses)?\/?$/, "");
  return { baseURL: `${url.origin}${base}/openai${apiVersion === undefined ? "/v1" : ""}`, apiVersion };
}
