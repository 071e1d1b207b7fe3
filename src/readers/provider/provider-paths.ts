import { hash } from "node:crypto";
import type { ReaderProvider } from "../../projects/access/access.ts";

/** The paths on the dashboard's host that readers pass on their way to a provider or the dashboard's sign-in. */
export const startPath = "/dashboard/auth/readers/start";
/** The redirect URI that operators register with the server's provider. */
export const callbackPath = "/dashboard/auth/readers/callback";

/**
 * The redirect URI that a project registers with its own provider. Each issuer and client has its own, so that a code
 * always says which provider issued it: tenants choose their providers, and a malicious one could pass a reader on to
 * another tenant's provider to get that reader's code.
 */
export function ownCallbackPath({ issuer, clientId }: Pick<ReaderProvider, "issuer" | "clientId">): string {
  return `${callbackPath}/${hash("sha256", JSON.stringify([issuer, clientId]), "base64url")}`;
}

/** Where the site sends a browser to sign in with a provider, or as a member. */
export function startAddress(
  url: string,
  from: { host: string; method: string; browser: string; redirect: string },
): string {
  return `${url}${startPath}?${new URLSearchParams(from)}`;
}
