import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "../../platform/errors.ts";
import { readReply } from "../../platform/read-reply.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { JwtSettings } from "../../projects/access/access.ts";
import { algorithmOf, type TokenKey } from "./read-token.ts";

interface TokenKeyDeps {
  secrets: Pick<Secrets, "open">;
  /** Refuses addresses in the operator's own network. */
  fetch: (url: string, options: RequestInit) => Promise<Response>;
}

export type FindTokenKeys = (key: JwtSettings["key"]) => Promise<readonly TokenKey[]>;

const jwksBytesMax = 65_536;
const jwksKeysMax = 20;
const jwksSeconds = 10;
const jwksMemoryMilliseconds = 300_000;
const jwksMax = 500;
const sharedSecretBytesMin = 32;

/** Reads the keys of a project. A JWKS is fetched at most every five minutes. */
export function createFindTokenKeys({ secrets, fetch }: TokenKeyDeps): FindTokenKeys {
  const fetched = new LRUCache<string, readonly TokenKey[]>({
    max: jwksMax,
    ttl: jwksMemoryMilliseconds,
    fetchMethod: (url) => fetchKeys(fetch, url),
  });
  return async ({ kind, value }) => {
    if (kind === "secret") return [{ key: secretKey(secrets.open(value)) }];
    if (kind === "public_key") return [{ key: publicKey(value) }];
    return (await fetched.fetch(value)) ?? [];
  };
}

export function secretKey(text: string): KeyObject {
  const bytes = Buffer.from(text);
  if (bytes.byteLength < sharedSecretBytesMin) {
    throw new AppError("bad_request", `The shared secret must have at least ${sharedSecretBytesMin} characters.`);
  }
  return createSecretKey(bytes);
}

export function publicKey(pem: string): KeyObject {
  const key = orUndefined(() => (/PRIVATE KEY/.test(pem) ? undefined : createPublicKey(pem)));
  if (key === undefined || algorithmOf(key) === undefined) {
    throw new AppError(
      "bad_request",
      "The key must be a public key in PEM: Ed25519, EC with the curve P-256, or RSA with 2048 to 8192 bits.",
    );
  }
  return key;
}

async function fetchKeys(fetch: TokenKeyDeps["fetch"], url: string): Promise<readonly TokenKey[]> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(jwksSeconds * 1_000) });
  const bytes = await readReply(response, jwksBytesMax, () => new Error("The JWKS is too long."));
  const { keys = [] }: { keys?: JsonWebKey[] } = JSON.parse(bytes.toString());
  return keys.slice(0, jwksKeysMax).flatMap((jwk) => {
    // Secrets are never published, so a JWKS has only public keys.
    const key = jwk.kty === "oct" ? undefined : orUndefined(() => createPublicKey({ key: jwk, format: "jwk" }));
    return key === undefined || algorithmOf(key) === undefined
      ? []
      : [{ key, ...(typeof jwk.kid === "string" && { id: jwk.kid }) }];
  });
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
