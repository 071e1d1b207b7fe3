import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../platform/errors.ts";
import { findHeader, type WebhookHeaders, type WebhookRequest } from "./webhook-request.ts";

/** How far the time in a signature may differ from the server's, as in the Standard Webhooks libraries. */
export const signatureAgeSecondsMax = 300;
const signatureBytes = 32;
const signaturesMax = 10;
const encodedSecretPrefix = "whsec_";

type SignedRequest = Pick<WebhookRequest, "host" | "headers" | "rawBody">;

/** Refuses a request that was not signed with the secret. Takes constant time with regard to the secret. */
export function verifySignature(request: SignedRequest, secret: string, now: number): void {
  if (signingKey(secret).length === 0) {
    throw new AppError(
      "unauthenticated",
      "The project's webhook secret is empty, so anyone could sign webhooks; create a new secret.",
    );
  }
  if (request.host === "github") {
    verifyGithub(request, secret);
  } else if (findHeader(request.headers, "webhook-signature") === undefined) {
    verifyGitlabToken(request.headers, secret);
  } else {
    // If GitLab has signed the body, the token alone isn't enough.
    verifyGitlab(request, secret, now);
  }
}

function verifyGithub({ headers, rawBody }: SignedRequest, secret: string): void {
  const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(getHeader(headers, "X-Hub-Signature-256")) ?? [];
  if (!isSame(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(rawBody).digest())) {
    throw wrong("X-Hub-Signature-256");
  }
}

function verifyGitlabToken(headers: WebhookHeaders, secret: string): void {
  // Node decodes headers as Latin-1; this restores the bytes that were sent.
  const token = Buffer.from(getHeader(headers, "X-Gitlab-Token"), "latin1");
  if (!isSame(sha256(token), sha256(Buffer.from(secret)))) {
    throw wrong("X-Gitlab-Token");
  }
}

/** Standard Webhooks: the ID, the time and the body are signed together. */
function verifyGitlab({ headers, rawBody }: SignedRequest, secret: string, now: number): void {
  const id = getHeader(headers, "webhook-id");
  const timestamp = getHeader(headers, "webhook-timestamp");
  const expected = createHmac("sha256", signingKey(secret))
    .update(Buffer.from(`${id}.${timestamp}.`, "latin1"))
    .update(rawBody)
    .digest();
  // While the sender rotates its secret, there is one signature per secret.
  const signatures = getHeader(headers, "webhook-signature").split(" ", signaturesMax);
  if (!signatures.some((signature) => isSame(decodeSignature(signature), expected))) {
    throw wrong("webhook-signature");
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now / 1_000 - seconds) <= signatureAgeSecondsMax)) {
    throw new AppError(
      "unauthenticated",
      `The webhook's signature is more than ${signatureAgeSecondsMax / 60} minutes old or in the future; check the clocks of both servers.`,
    );
  }
}

// GitLab's signing tokens have this form, and it signs with the bytes encoded in them.
function signingKey(secret: string): Buffer {
  return secret.startsWith(encodedSecretPrefix)
    ? Buffer.from(secret.slice(encodedSecretPrefix.length), "base64")
    : Buffer.from(secret);
}

function decodeSignature(signature: string): Buffer {
  const [, base64 = ""] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? [];
  return Buffer.from(base64, "base64");
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === signatureBytes && timingSafeEqual(given, expected);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function getHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name.toLowerCase());
  if (value === undefined || value === "") {
    throw new AppError(
      "unauthenticated",
      `The webhook isn't signed: ${name} is missing. Enter the project's webhook secret in the git host.`,
    );
  }
  return value;
}

function wrong(header: string): AppError {
  return new AppError(
    "unauthenticated",
    `The webhook's ${header} doesn't match; enter the project's webhook secret in the git host.`,
  );
}
