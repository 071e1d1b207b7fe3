import { AppError } from "../platform/errors.ts";
import { findHeader, type WebhookHeaders, type WebhookHost, type WebhookRequest } from "./webhook-request.ts";

const idMaxLength = 255;
const eventMaxLength = 100;

/**
 * The first of these that is there names a delivery, also when the host tries it again. GitLab's X-Gitlab-Webhook-UUID is
 * not among them: it names the webhook. Before 17.4 GitLab sends only the last one.
 */
const idHeaders: Readonly<Record<WebhookHost, readonly string[]>> = {
  github: ["X-GitHub-Delivery"],
  gitlab: ["webhook-id", "Idempotency-Key", "X-Gitlab-Event-UUID"],
};
const eventHeaders: Readonly<Record<WebhookHost, readonly string[]>> = {
  github: ["X-GitHub-Event"],
  gitlab: ["X-Gitlab-Event"],
};

/** What this delivery is called, and the event that it says it is about. */
export function readDelivery({ host, headers }: WebhookRequest): { id: string; event: string } {
  return {
    id: getFirst(headers, idHeaders[host], idMaxLength),
    event: getFirst(headers, eventHeaders[host], eventMaxLength),
  };
}

/** The event that an unknown sender claims, if it looks like the name of one. */
export function findSentEvent({ host, headers }: WebhookRequest): string | undefined {
  const value = findFirst(headers, eventHeaders[host]);
  return value !== undefined && /^[\w ]{1,50}$/.test(value) ? value : undefined;
}

function getFirst(headers: WebhookHeaders, names: readonly string[], lengthMax: number): string {
  const value = findFirst(headers, names);
  if (value === undefined || value === "" || value.length > lengthMax) {
    throw new AppError(
      "bad_request",
      `The header ${names.join(" or ")} must be there and have at most ${lengthMax} characters.`,
    );
  }
  return value;
}

function findFirst(headers: WebhookHeaders, names: readonly string[]): string | undefined {
  return names.map((name) => findHeader(headers, name.toLowerCase())).find((found) => found !== undefined);
}
