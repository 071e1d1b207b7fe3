import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "./secrets.ts";

const lengthMax = 512;

/** The text with a signature after a dot, for links that work without signing in. */
export function signText(secrets: Pick<Secrets, "signingKeys">, purpose: string, text: string): string {
  const [key = Buffer.alloc(0)] = secrets.signingKeys(purpose);
  return `${text}.${sign(key, text)}`;
}

/** The text, if this server signed it for this purpose. */
export function readSignedText(
  secrets: Pick<Secrets, "signingKeys">,
  purpose: string,
  signed: string,
): string | undefined {
  const dot = signed.lastIndexOf(".");
  if (dot === -1 || signed.length > lengthMax) return undefined;
  const [text, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
  return secrets.signingKeys(purpose).some((key) => isSame(sign(key, text), signature)) ? text : undefined;
}

function sign(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
