import { hash } from "node:crypto";
import { decodeJwt, type JWTPayload, jwtVerify, type RemoteJWKSet } from "jose";
import type { Clock } from "../../platform/clock.ts";
import type { OidcSettings } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { type DiscoveredProvider, discoverProvider, requestJson, textOf, withoutSlash } from "./discover-provider.ts";

export interface ProviderDeps {
  oidc: OidcSettings;
  clock: Clock;
  log: Log;
}

interface Tokens {
  accessToken?: string | undefined;
  idToken?: string | undefined;
}

/** What better-auth knows a person by. */
interface Person {
  id: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

const clockToleranceSeconds = 60;
/** Only what is signed with a key that the provider keeps for itself: neither no signature nor a shared secret. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** The two steps of signing in with the provider that better-auth leaves unchecked: the code becomes tokens, and those a person. */
export function openProvider(deps: ProviderDeps) {
  const keySets = new Map<string, RemoteJWKSet>();
  return {
    async getToken(exchange: {
      code: string;
      redirectURI: string;
      codeVerifier?: string | undefined;
    }): Promise<Tokens> {
      try {
        const provider = await discoverProvider(deps.oidc, keySets);
        const tokens = await exchangeCode(deps.oidc, provider, exchange);
        await verifyIdToken(deps, provider.keys, tokens.idToken, nonceOf(challengeOf(exchange.codeVerifier ?? "")));
        return tokens;
      } catch (error) {
        deps.log.warn({ error: String(error) }, "the OpenID Connect provider's answer was refused");
        throw error;
      }
    },

    async getUserInfo({ accessToken, idToken = "" }: Tokens): Promise<Person> {
      // It was verified a moment ago, with the code that it came for.
      const claims = decodeJwt(idToken);
      if (claims.email !== undefined && claims.name !== undefined) {
        return toPerson(claims);
      }
      const { userInfoEndpoint } = await discoverProvider(deps.oidc, keySets);
      const more = userInfoEndpoint === undefined ? {} : await readUserInfo(userInfoEndpoint, accessToken ?? "");
      // Somebody else's token could have been put in its place.
      return toPerson(more.sub === claims.sub ? { ...more, ...claims } : claims);
    },
  };
}

/**
 * Binds an ID token to the browser that asked for it. It follows from the PKCE challenge, whose secret is in that browser's
 * sealed cookie: there is nothing more to keep.
 */
export function nonceOf(codeChallenge: string): string {
  return hash("sha256", `nonce ${codeChallenge}`, "base64url");
}

function challengeOf(codeVerifier: string): string {
  return hash("sha256", codeVerifier, "base64url");
}

async function exchangeCode(
  { clientId, clientSecret }: OidcSettings,
  { tokenEndpoint, takesSecretInForm }: DiscoveredProvider,
  { code, redirectURI, codeVerifier = "" }: { code: string; redirectURI: string; codeVerifier?: string | undefined },
): Promise<Tokens> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectURI,
    code_verifier: codeVerifier,
    client_id: clientId,
    ...(takesSecretInForm ? { client_secret: clientSecret } : {}),
  });
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const headers: Record<string, string> = takesSecretInForm
    ? {}
    : { authorization: `Basic ${credentials.toString("base64")}` };
  const tokens = await requestJson(tokenEndpoint, { method: "POST", headers, body });
  const { access_token: accessToken } = tokens;
  return {
    idToken: textOf(tokens, "id_token"),
    ...(typeof accessToken === "string" ? { accessToken } : {}),
  };
}

/** Signature, issuer, audience, nonce and time, as OpenID Connect Core 3.1.3.7 wants them. */
async function verifyIdToken(
  { oidc, clock }: ProviderDeps,
  keys: RemoteJWKSet,
  idToken = "",
  nonce: string,
): Promise<void> {
  const issuer = withoutSlash(oidc.issuer);
  const { payload } = await jwtVerify(idToken, keys, {
    issuer: [issuer, `${issuer}/`],
    audience: oidc.clientId,
    algorithms,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
    currentDate: new Date(clock.now()),
    clockTolerance: clockToleranceSeconds,
  });
  if (payload.nonce !== nonce) {
    throw new Error("The ID token is for another sign-in than this one: its nonce is wrong.");
  }
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1;
  if (payload.azp === undefined ? isShared : payload.azp !== oidc.clientId) {
    throw new Error("The ID token is for another client than this one.");
  }
}

async function readUserInfo(url: string, accessToken: string): Promise<Record<string, unknown>> {
  return requestJson(url, { headers: { authorization: `Bearer ${accessToken}` } });
}

function toPerson({ sub = "", email, email_verified, name, preferred_username }: JWTPayload): Person {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    id: sub,
    email: text(email),
    emailVerified: email_verified === true,
    name: text(name) ?? text(preferred_username) ?? text(email),
  };
}
