import { explainFetchError } from "../../platform/explain-fetch-error.ts";
import type { ProviderDeps } from "../provider/openid-provider.ts";

/** Reads the provider's configuration and its keys. */
export async function testProvider(deps: ProviderDeps): Promise<string | undefined> {
  const { host } = new URL(deps.oidc.issuer);
  const { discover } = await import("../provider/openid-provider.ts");
  try {
    const metadata = (await discover(deps)).serverMetadata();
    if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined) {
      return `The configuration of ${host} has no addresses for signing in.`;
    }
    return undefined;
  } catch (error) {
    return explainDiscovery(error, host);
  }
}

function explainDiscovery(error: unknown, host: string): string {
  const { message = "", cause } = (error ?? {}) as { message?: string; cause?: unknown };
  if (message.includes("issuer")) return `The configuration of ${host} names another issuer. Check the address.`;
  const isReply = cause instanceof Response || /unexpected HTTP|JSON|content-type|response/i.test(message);
  if (isReply) return `${host} has no OpenID Connect configuration at this address.`;
  return explainFetchError(cause instanceof Error ? cause : error, host);
}
