export type WebhookHost = "github" | "gitlab";

/** Names in lower case, as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface WebhookRequest {
  projectId: string;
  host: WebhookHost;
  headers: WebhookHeaders;
  /** The bytes as they came: a signature covers these and nothing else. */
  rawBody: Buffer;
}

export function findHeader(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
