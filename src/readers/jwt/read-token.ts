import { createHmac, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { AppError } from "../../platform/errors.ts";
import { type Reader, type ReaderProfile, readGroups } from "../reader.ts";

/** A key that tokens are checked with. The key decides the algorithm; a token can't choose it. */
export interface TokenKey {
  id?: string | undefined;
  key: KeyObject;
}

interface TokenCheck {
  keys: readonly TokenKey[];
  /** The host that the browser asked, without a port. */
  host: string;
  now: number;
}

interface ReadToken {
  reader: Reader;
  /** What was signed. The same token can have signatures that look different and are all valid. */
  signed: string;
  /** After this time, the token can't be used again anyway. */
  usableUntil: number;
}

const tokenLengthMax = 16_384;
/** The clocks of the product and of this server may differ by this much. */
const toleranceSeconds = 10;
/** A token is used right after it was signed, so a longer lifetime is a mistake. */
const lifetimeSecondsMax = 600;

/** With a longer key, or a larger exponent than anybody uses, checking a token takes a hundred times as long. */
const rsaBitsMax = 8_192;
const rsaExponentMax = 0xff_ff_ff_ffn;

/** Checks a token of the customer's product (RFC 7519) and reads its claims. */
export function readToken(token: string, { keys, host, now }: TokenCheck): ReadToken {
  const [head = "", body = "", signature = "", ...more] = token.length > tokenLengthMax ? [] : token.split(".");
  const header = readPart(head);
  const claims = readPart(body);
  if (header === undefined || claims === undefined || signature === "" || more.length > 0) {
    throw refuse("it isn't a signed token");
  }
  const signed = `${head}.${body}`;
  const bytes = Buffer.from(signature, "base64url");
  const { kid } = header;
  const candidates = keys.filter(({ id }) => id === undefined || kid === undefined || id === kid);
  const isSigned = candidates.some(({ key }) => {
    const algorithm = algorithmOf(key);
    return algorithm === header.alg && isSignature(key, Buffer.from(signed), bytes);
  });
  if (!isSigned) throw refuse("its signature is wrong, or it uses another algorithm than the site's key");
  // A header parameter that a verifier must understand, and this one knows none.
  if (header.crit !== undefined) throw refuse("it has critical headers");
  const seconds = now / 1_000;
  const { exp, nbf, host: tokenHost } = claims;
  if (typeof exp !== "number" || exp < seconds - toleranceSeconds) throw refuse("it has expired");
  if (exp > seconds + lifetimeSecondsMax) throw refuse(`it is valid for more than ${lifetimeSecondsMax} seconds`);
  if (typeof nbf === "number" && nbf > seconds + toleranceSeconds) throw refuse("it isn't valid yet");
  if (typeof tokenHost !== "string" || tokenHost.toLowerCase().replace(/:\d+$/, "") !== host) {
    throw refuse("its `host` is another site's");
  }
  return { reader: readerOf(claims), signed, usableUntil: (exp + toleranceSeconds) * 1_000 };
}

/** The ID of the key that a token names. It isn't checked. */
export function keyIdOf(token: string): string | undefined {
  const { kid } = (token.length > tokenLengthMax ? undefined : readPart(token.split(".", 1)[0] ?? "")) ?? {};
  return typeof kid === "string" ? kid : undefined;
}

function readerOf(claims: Record<string, unknown>): Reader {
  const { sub, email, name, groups, content, apiPlaygroundInputs, expiresAt } = claims;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const object = (value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  const profile: ReaderProfile = {
    name: text(name),
    email: text(email),
    content: object(content),
    apiPlaygroundInputs: object(apiPlaygroundInputs),
  } as ReaderProfile;
  return {
    method: "jwt",
    subject: text(sub) ?? text(email) ?? "",
    groups: readGroups(groups),
    profile,
    ...(typeof expiresAt === "number" && { expiresAt: expiresAt * 1_000 }),
  };
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The only algorithm that tokens with this key may use; undefined if the key isn't fit for tokens. */
export function algorithmOf(key: KeyObject): "HS256" | "EdDSA" | "ES256" | "RS256" | undefined {
  if (key.type === "secret") return "HS256";
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "ed25519") return "EdDSA";
  if (key.asymmetricKeyType === "ec") return namedCurve === "prime256v1" ? "ES256" : undefined;
  const isUsual = modulusLength >= 2_048 && modulusLength <= rsaBitsMax && publicExponent <= rsaExponentMax;
  return key.asymmetricKeyType === "rsa" && isUsual ? "RS256" : undefined;
}

function isSignature(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  if (key.type === "secret") {
    const expected = createHmac("sha256", key).update(data).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return verify(digest, data, { key, dsaEncoding: "ieee-p1363" }, signature);
}

function refuse(reason: string): AppError {
  return new AppError("unauthenticated", `The token was refused: ${reason}.`);
}
