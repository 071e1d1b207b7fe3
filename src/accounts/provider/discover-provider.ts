import { createRemoteJWKSet, type RemoteJWKSet } from "jose";
import type { OidcSettings } from "../../platform/config.ts";
import { readReply } from "../../platform/read-reply.ts";

/** What the provider says of itself. */
export interface DiscoveredProvider {
  tokenEndpoint: string;
  userInfoEndpoint: string | undefined;
  keys: RemoteJWKSet;
  takesSecretInForm: boolean;
}

const requestSecondsMax = 10;
const replyBytesMax = 1_048_576;

/** Its keys are kept by their address, and looked up again when one is missing. */
export async function discoverProvider(
  { issuer }: OidcSettings,
  keySets: Map<string, RemoteJWKSet>,
): Promise<DiscoveredProvider> {
  const found = await requestJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {});
  if (withoutSlash(textOf(found, "issuer")) !== withoutSlash(issuer)) {
    throw new Error("The provider calls itself by another issuer than LECTERN_OIDC_ISSUER.");
  }
  const keysUrl = textOf(found, "jwks_uri");
  const keys =
    keySets.get(keysUrl) ?? createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: requestSecondsMax * 1_000 });
  keySets.set(keysUrl, keys);
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    tokenEndpoint: textOf(found, "token_endpoint"),
    userInfoEndpoint: typeof found.userinfo_endpoint === "string" ? found.userinfo_endpoint : undefined,
    keys,
    takesSecretInForm: !Array.isArray(methods) || methods.includes("client_secret_post"),
  };
}

export async function requestJson(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(requestSecondsMax * 1_000);
  const response = await fetch(url, { ...init, signal, redirect: "error" });
  const body: unknown = JSON.parse((await readReply(response, replyBytesMax, tooLong)).toString());
  if (!response.ok || typeof body !== "object" || body === null) {
    throw new Error(`The provider answered with status ${response.status}.`);
  }
  return body as Record<string, unknown>;
}

function tooLong(): Error {
  return new Error("The provider's answer is too long.");
}

export function textOf(reply: Record<string, unknown>, field: string): string {
  const value = reply[field];
  if (typeof value !== "string") {
    throw new Error(`The provider's answer has no ${field}.`);
  }
  return value;
}

export function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
