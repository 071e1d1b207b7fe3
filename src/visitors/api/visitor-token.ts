import { createHmac, timingSafeEqual } from "node:crypto";

/** This visitor may use this site's operations until the token expires. */
export interface VisitorClaims {
  projectId: string;
  subdomain: string;
  visitorId: string;
  /** In seconds since the epoch. */
  expiresAt: number;
}

export const tokenSeconds = 900;
const tokenLengthMax = 1_000;

/** Anyone who has the token can read the claims, so they must not contain personal data. */
export function signToken(keys: readonly Buffer[], claims: VisitorClaims): string {
  const { projectId, subdomain, visitorId, expiresAt } = claims;
  const body = Buffer.from(JSON.stringify([projectId, subdomain, visitorId, expiresAt])).toString("base64url");
  return `${body}.${signature(keys[0], body).toString("base64url")}`;
}

/** The claims of a valid token that has not expired. */
export function readToken(keys: readonly Buffer[], token: string, nowSeconds: number): VisitorClaims | undefined {
  const [body = "", signed = ""] = token.length > tokenLengthMax ? [] : token.split(".", 2);
  const given = Buffer.from(signed, "base64url");
  const isValid = keys.some((key) => {
    const expected = signature(key, body);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) {
    return undefined;
  }
  const [projectId, subdomain, visitorId, expiresAt] = JSON.parse(Buffer.from(body, "base64url").toString());
  return expiresAt > nowSeconds ? { projectId, subdomain, visitorId, expiresAt } : undefined;
}

function signature(key: Buffer | undefined, body: string): Buffer {
  if (key === undefined) {
    throw new Error("There is no key to sign tokens with.");
  }
  return createHmac("sha256", key).update(body).digest();
}
