/** Events in projects, and the webhooks that receive them. */
export interface EventTables {
  events: EventRow;
  outgoingWebhooks: OutgoingWebhookRow;
  outgoingDeliveries: OutgoingDeliveryRow;
}

/** Kept for 30 days. */
export interface EventRow {
  id: string;
  organizationId: string;
  projectId: string;
  /** Such as `update.failed`. */
  type: string;
  /** The ID of the thing the event is about. */
  subject: string;
  /** JSON. */
  data: string;
  at: number;
  /** The event isn't reported before this time. Until then, newer data about the same subject replaces it. */
  dispatchAt: number;
  /** When every consumer got the event; null while it is waiting. */
  dispatchedAt: number | null;
}

/** An address that receives an organization's events. */
export interface OutgoingWebhookRow {
  id: string;
  organizationId: string;
  /** Null for events of all projects. */
  projectId: string | null;
  name: string;
  /** Sealed: anyone who knows the address of a chat can write to it. */
  url: string;
  format: "json" | "slack" | "teams";
  /** JSON list of event types. */
  events: string;
  /** Sealed. Signs each delivery; null for chats. */
  secret: string | null;
  /** The secret before the last rotation, sealed. It also signs deliveries until the time in the next column. */
  previousSecret: string | null;
  previousUntil: number;
  /** `paused` is set by the server, `off` by an admin. */
  state: "active" | "failing" | "paused" | "off";
  failingSince: number | null;
  lastError: string | null;
  deliveredAt: number | null;
  createdBy: string;
  createdAt: number;
}

/** An event on its way to a webhook. Kept for 30 days. */
export interface OutgoingDeliveryRow {
  id: string;
  webhookId: string;
  projectId: string | null;
  eventId: string;
  eventType: string;
  /** The event as JSON, so that every attempt sends the same text. */
  event: string;
  status: "waiting" | "delivered" | "failed";
  attempts: number;
  /** Null unless the delivery is waiting. */
  nextAttemptAt: number | null;
  attemptedAt: number | null;
  responseStatus: number | null;
  /** The beginning of the response body. */
  responseBody: string | null;
  durationMilliseconds: number | null;
  problem: string | null;
  /** 1 if a person requested the delivery again. */
  isRedelivery: number;
  createdAt: number;
}
