import { randomBytes } from "node:crypto";

const secretBytes = 32;

/** Has the format that GitLab requires for signing tokens; GitHub accepts any text. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}
