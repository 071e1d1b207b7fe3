import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Clock } from "../../src/platform/clock.ts";
import type { OidcSettings } from "../../src/platform/config.ts";

interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups?: string[];
}

/** Deviations from a valid ID token. */
export interface Forgery {
  claims?: Record<string, unknown>;
  algorithm?: "RS256" | "HS256" | "none";
  /** Signs with an unpublished key. */
  withOtherKey?: boolean;
  /** Promises to name the issuer in every redirect back, but doesn't. */
  announcesIssuer?: boolean;
}

/** An OpenID Connect provider with one user who is always signed in. */
export interface IdentityProvider {
  settings: OidcSettings;
  person: Person;
  /** Applied to the next ID tokens. */
  forgery: Forgery;
  /** Visits the authorization URL and returns the redirect back. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

/** Checks what a real provider checks: the client, its secret, the redirect, single-use codes and PKCE. */
export async function startIdentityProvider(redirectUris: readonly string[], clock: Clock): Promise<IdentityProvider> {
  const codes = new Map<string, Record<string, string>>();
  const keys = await generateKeyPair("RS256", { extractable: true });
  const otherKeys = await generateKeyPair("RS256");
  const person: Person = { sub: "1", email: "ada@acme.test", email_verified: true, name: "Ada" };
  const provider: Pick<IdentityProvider, "person" | "forgery"> = { person, forgery: {} };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: "lectern", clientSecret: "provider-secret", name: "Acme ID" };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    if (pathname === "/.well-known/openid-configuration") {
      return reply(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: provider.forgery.announcesIssuer,
      });
    }
    if (pathname === "/keys") {
      return reply(response, 200, { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256" }] });
    }
    if (pathname === "/userinfo") {
      return reply(response, 200, provider.person);
    }
    return pathname === "/authorize"
      ? authorize(Object.fromEntries(searchParams), response)
      : exchange(request, response);
  }

  function authorize(asked: Record<string, string>, response: ServerResponse): void {
    const isGood =
      asked.client_id === settings.clientId &&
      redirectUris.includes(asked.redirect_uri ?? "") &&
      asked.response_type === "code" &&
      asked.code_challenge_method === "S256" &&
      asked.scope?.includes("openid");
    if (!isGood) {
      reply(response, 400, { error: "invalid_request", asked });
      return;
    }
    const code = randomUUID();
    codes.set(code, asked);
    response.writeHead(302, { location: `${asked.redirect_uri}?code=${code}&state=${asked.state}` });
    response.end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const code = form.get("code") ?? "";
    const asked = codes.get(code);
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const isGood = asked?.code_challenge === challenge && form.get("client_secret") === settings.clientSecret;
    codes.delete(code);
    if (!isGood) {
      return reply(response, 400, { error: "invalid_grant" });
    }
    const idToken = await makeIdToken(asked?.nonce);
    reply(response, 200, { access_token: "access", token_type: "Bearer", id_token: idToken });
  }

  async function makeIdToken(nonce: string | undefined): Promise<string> {
    const { claims, algorithm = "RS256", withOtherKey = false } = provider.forgery;
    const now = Math.floor(clock.now() / 1_000);
    const payload = {
      iss: issuer,
      aud: settings.clientId,
      iat: now,
      exp: now + 300,
      nonce,
      ...provider.person,
      ...claims,
    };
    if (algorithm === "none") {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(payload)}.`;
    }
    const secret = new TextEncoder().encode(settings.clientSecret.padEnd(32, "x"));
    const key = algorithm === "HS256" ? secret : (withOtherKey ? otherKeys : keys).privateKey;
    return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: "1" }).sign(key);
  }

  return Object.assign(provider, {
    settings,
    async visit(url: string) {
      const response = await fetch(url, { redirect: "manual" });
      return response.headers.get("location") ?? `refused: ${await response.text()}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
