import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import { readReply } from "../../platform/read-reply.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { JwtSettings } from "../../projects/access/access.ts";
import { algorithmOf, type TokenKey } from "./read-token.ts";

interface TokenKeyDeps {
  clock: Clock;
  secrets: Pick<Secrets, "open">;
  /** Refuses addresses in the operator's own network. */
  fetch: (url: string, options: RequestInit) => Promise<Response>;
}

/** `wanted` is the ID of the key that a token names. */
export type FindTokenKeys = (key: JwtSettings["key"], wanted?: string) => Promise<readonly TokenKey[]>;

const jwksBytesMax = 65_536;
const jwksKeysMax = 20;
const jwksSeconds = 10;
const jwksMemoryMilliseconds = 300_000;
/** A product may sign with a new key at once. Tokens that name unknown keys cause no more requests than this. */
const jwksRetryMilliseconds = 30_000;
const jwksMax = 500;
const sharedSecretBytesMin = 32;

/** Reads the keys of a project. A JWKS is fetched every five minutes, or after half a minute if a key is missing. */
export function createFindTokenKeys({ clock, secrets, fetch }: TokenKeyDeps): FindTokenKeys {
  const fetched = new LRUCache<string, readonly TokenKey[]>({
    max: jwksMax,
    ttl: jwksMemoryMilliseconds,
    ttlResolution: 0,
    perf: clock,
    fetchMethod: (url) => fetchKeys(fetch, url),
  });
  return async ({ kind, value }, wanted) => {
    if (kind === "secret") return [{ key: secretKey(secrets.open(value)) }];
    if (kind === "public_key") return [{ key: publicKey(value) }];
    const keys = (await fetched.fetch(value)) ?? [];
    const isMissing = wanted !== undefined && keys.every(({ id }) => id !== undefined && id !== wanted);
    if (!isMissing || fetched.getRemainingTTL(value) > jwksMemoryMilliseconds - jwksRetryMilliseconds) return keys;
    const refreshing = fetched.fetch(value, { forceRefresh: true, noDeleteOnFetchRejection: true });
    return (await refreshing.catch(() => undefined)) ?? keys;
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
