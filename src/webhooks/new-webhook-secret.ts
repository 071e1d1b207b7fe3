import { randomBytes } from "node:crypto";

const secretBytes = 32;

/** In the form that GitLab demands of its signing tokens; GitHub takes any. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}
