import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { OidcSettings } from "../../src/platform/config.ts";

export interface Claims {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

/** An OpenID Connect provider where one person is always signed in. */
export interface IdentityProvider {
  settings: OidcSettings;
  person: Claims;
  /** Goes where the browser would be sent, and gives the address it is sent back to. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

/** It checks what a real one checks: the client, its secret, the redirect, a code that counts once, and PKCE. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const codes = new Map<string, string>();
  const provider = { person: { sub: "1", email: "ada@acme.test", email_verified: true, name: "Ada" } };
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
      });
    }
    if (pathname === "/authorize") {
      const asked = Object.fromEntries(searchParams);
      const isGood =
        asked.client_id === settings.clientId &&
        asked.redirect_uri === redirectUri &&
        asked.response_type === "code" &&
        asked.code_challenge_method === "S256" &&
        asked.scope?.includes("openid");
      if (!isGood) {
        return reply(response, 400, { error: "invalid_request", asked });
      }
      const code = randomUUID();
      codes.set(code, asked.code_challenge ?? "");
      response.writeHead(302, { location: `${redirectUri}?code=${code}&state=${asked.state}` });
      return void response.end();
    }
    const form = new URLSearchParams(await text(request));
    const code = form.get("code") ?? "";
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood = codes.get(code) === challenge && form.get("client_secret") === settings.clientSecret;
    codes.delete(code);
    if (!isGood) {
      return reply(response, 400, { error: "invalid_grant" });
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const idToken = `${part({ alg: "none" })}.${part({ iss: issuer, aud: settings.clientId, ...provider.person })}.`;
    return reply(response, 200, { access_token: "access", token_type: "Bearer", id_token: idToken });
  }

  return Object.assign(provider, {
    settings,
    async visit(url: string) {
      const response = await fetch(url, { redirect: "manual" });
      return response.headers.get("location") ?? `refused: ${await response.text()}`;
    },
    async close() {
      server.close();
      await once(server, "close");
    },
  });
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
