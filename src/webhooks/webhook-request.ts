import { AppError } from "../platform/errors.ts";

export type WebhookHost = "github" | "gitlab";

/** Header names are in lower case, as Node provides them. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface WebhookRequest {
  projectId: string;
  host: WebhookHost;
  headers: WebhookHeaders;
  /** The exact bytes received, which the signature covers. */
  rawBody: Buffer;
}

const idMaxLength = 255;
const eventMaxLength = 100;

/**
 * The first header present identifies a delivery, and stays the same when the host retries it. GitLab's
 * X-Gitlab-Webhook-UUID is not listed because it identifies the webhook. GitLab before 17.4 sends only the last one.
 */
const idHeaders: Readonly<Record<WebhookHost, readonly string[]>> = {
  github: ["X-GitHub-Delivery"],
  gitlab: ["webhook-id", "Idempotency-Key", "X-Gitlab-Event-UUID"],
};
const eventHeaders: Readonly<Record<WebhookHost, readonly string[]>> = {
  github: ["X-GitHub-Event"],
  gitlab: ["X-Gitlab-Event"],
};

export function findHeader(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The ID of the delivery and the name of its event. */
export function readDelivery({ host, headers }: WebhookRequest): { id: string; event: string } {
  return {
    id: getFirst(headers, idHeaders[host], idMaxLength),
    event: getFirst(headers, eventHeaders[host], eventMaxLength),
  };
}

/** The event that an unverified sender claims, if it looks like an event name. */
export function findClaimedEvent({ host, headers }: WebhookRequest): string | undefined {
  const value = findFirst(headers, eventHeaders[host]);
  return value !== undefined && /^[\w ]{1,50}$/.test(value) ? value : undefined;
}

function getFirst(headers: WebhookHeaders, names: readonly string[], lengthMax: number): string {
  const value = findFirst(headers, names);
  if (value === undefined || value === "" || value.length > lengthMax) {
    throw new AppError(
      "bad_request",
      `The ${names.join(" or ")} header is required, with at most ${lengthMax} characters.`,
    );
  }
  return value;
}

function findFirst(headers: WebhookHeaders, names: readonly string[]): string | undefined {
  return names.map((name) => findHeader(headers, name.toLowerCase())).find((found) => found !== undefined);
}
