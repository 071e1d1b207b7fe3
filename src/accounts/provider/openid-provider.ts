import * as openid from "openid-client";
import type { Clock } from "../../platform/clock.ts";
import { readReply } from "../../platform/read-reply.ts";
import type { ProviderSettings } from "../../platform/server-settings/server-settings.ts";

export interface ProviderDeps {
  oidc: ProviderSettings & { scopes?: string };
  clock: Clock;
  fetch: (url: string, options: RequestInit) => Promise<Response>;
}

/** The data that the browser keeps while it is at the provider. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  issuer: string;
  clientId: string;
}

/** The provider's data about a person. */
export interface ProviderPerson {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  /** Values of the claim that roles are mapped from. */
  roles: readonly string[];
}

const rolesMax = 1_000;
const requestSecondsMax = 10;
const replyBytesMax = 1_048_576;
const clockToleranceSeconds = 60;

/** The provider's page to send the browser to. */
export async function startAuthorization(
  deps: ProviderDeps,
  callbackAddress: string,
): Promise<{ url: string; pending: PendingSignIn }> {
  const provider = await discover(deps);
  const { issuer, clientId } = deps.oidc;
  const redirectUri = new URL(callbackAddress).href;
  const pending = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
    redirectUri,
    issuer,
    clientId,
  };
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: deps.oidc.scopes ?? "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: "S256",
    state: pending.state,
    nonce: pending.nonce,
  });
  return { url: url.href, pending };
}

/** Exchanges the code in the callback address for a verified ID token. */
export async function finishAuthorization(
  deps: ProviderDeps,
  callbackUrl: URL,
  { state, nonce, codeVerifier, redirectUri, ...sentTo }: PendingSignIn,
  needsRoles: boolean,
): Promise<ProviderPerson> {
  const { rolesClaim, issuer, clientId } = deps.oidc;
  // A provider can send the browser on to another one, whose code must never reach the first one's token endpoint.
  const isSameProvider = sentTo.issuer === issuer && sentTo.clientId === clientId;
  if (!isSameProvider || callbackUrl.origin + callbackUrl.pathname !== redirectUri) {
    throw new Error("The browser came back from another provider than the one it was sent to.");
  }
  const provider = await discover(deps);
  const tokens = await openid.authorizationCodeGrant(provider, callbackUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || (claims.azp !== undefined && claims.azp !== deps.oidc.clientId)) {
    throw new Error("The ID token was issued to another client.");
  }
  if (
    (claims.email !== undefined && claims.name !== undefined && !(needsRoles && claims[rolesClaim] === undefined)) ||
    provider.serverMetadata().userinfo_endpoint === undefined
  ) {
    return toPerson(claims, rolesClaim);
  }
  const userInfo = await openid.fetchUserInfo(provider, tokens.access_token, openid.skipSubjectCheck);
  // The access token could be somebody else's, so user info about another subject is ignored.
  return toPerson(userInfo.sub === claims.sub ? { ...userInfo, ...claims } : claims, rolesClaim);
}

/** Reads the provider's configuration and checks that it names the configured issuer. */
export async function discover({ oidc, clock, fetch }: ProviderDeps): Promise<openid.Configuration> {
  const issuer = withoutSlash(oidc.issuer);
  const provider = await openid.discovery(
    // Uses the full address, because only then may the configured issuer differ from the provider's by a trailing
    // slash.
    new URL(`${issuer}/.well-known/openid-configuration`),
    oidc.clientId,
    {
      [openid.clockTolerance]: clockToleranceSeconds,
      [openid.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
    },
    authenticateClient(oidc.clientSecret),
    {
      timeout: requestSecondsMax,
      [openid.customFetch]: (url, options) => fetchBounded(fetch, url, options),
      execute: [
        // Also verifies the ID token's signature, which the library leaves to TLS by default.
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith("http:") ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
  if (withoutSlash(provider.serverMetadata().issuer) !== issuer) {
    throw new Error("The provider's configuration names another issuer.");
  }
  return provider;
}

function authenticateClient(secret: string): openid.ClientAuth {
  const [inForm, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_post"];
    return (methods.includes("client_secret_post") ? inForm : inHeader)(server, ...request);
  };
}

async function fetchBounded(
  fetch: ProviderDeps["fetch"],
  url: string,
  options: openid.CustomFetchOptions,
): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const bytes = await readReply(response, replyBytesMax, () => new Error("The provider's reply is too long."));
  return new Response(new Uint8Array(bytes), { status: response.status, headers: response.headers });
}

function toPerson(claims: openid.UserInfoResponse, rolesClaim: string): ProviderPerson {
  const { sub, email, email_verified, name, preferred_username } = claims;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    subject: sub,
    email: text(email),
    isEmailVerified: email_verified === true,
    name: text(name) ?? text(preferred_username) ?? text(email),
    roles: [claims[rolesClaim]]
      .flat()
      .filter((value) => typeof value === "string")
      .slice(0, rolesMax),
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
