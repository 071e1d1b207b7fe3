import { hash, randomBytes } from "node:crypto";

const tokenBytes = 24;

/** A new secret for a cookie, a link or a code. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
