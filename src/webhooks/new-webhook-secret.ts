import { randomBytes } from "node:crypto";

const secretBytes = 32;

/** In the form that GitLab requires of signing tokens; GitHub accepts anything. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}
