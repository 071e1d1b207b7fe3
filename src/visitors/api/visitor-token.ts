import { createHmac, timingSafeEqual } from "node:crypto";

/** What a token says: this visitor reads this site, until then. */
export interface VisitorClaims {
  projectId: string;
  subdomain: string;
  visitorId: string;
  /** In seconds since the epoch. */
  expiresAt: number;
}

export const tokenSeconds = 900;
const tokenLengthMax = 1_000;

/** Signs the claims. They are readable by whoever holds the token: nothing personal may be in them. */
export function signToken(keys: readonly Buffer[], claims: VisitorClaims): string {
  const { projectId, subdomain, visitorId, expiresAt } = claims;
  const body = Buffer.from(JSON.stringify([projectId, subdomain, visitorId, expiresAt])).toString("base64url");
  return `${body}.${signature(keys[0], body).toString("base64url")}`;
}

/** What a token says, if it is ours and its time is not over. */
export function readToken(keys: readonly Buffer[], token: string, nowSeconds: number): VisitorClaims | undefined {
  const [body = "", signed = ""] = token.length > tokenLengthMax ? [] : token.split(".", 2);
  const given = Buffer.from(signed, "base64url");
  const isOurs = keys.some((key) => {
    const expected = signature(key, body);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) {
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
