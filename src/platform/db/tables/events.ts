/** What happened in projects, and where it is reported. */
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
  /** The ID of what it is about. */
  subject: string;
  /** JSON. */
  data: string;
  at: number;
  /** Not reported before this time: until then, what readers send again replaces it. */
  dispatchAt: number;
  /** When every consumer got it; null if it still waits. */
  dispatchedAt: number | null;
}

/** An address that an organization's events are reported to. */
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
  /** Sealed. Also signs deliveries, until the time in the next column. */
  previousSecret: string | null;
  previousUntil: number;
  /** `paused` by the server, `off` by an admin. */
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
  /** The event as JSON, so that every attempt sends the same. */
  event: string;
  status: "waiting" | "delivered" | "failed";
  attempts: number;
  /** Null unless it is waiting. */
  nextAttemptAt: number | null;
  attemptedAt: number | null;
  responseStatus: number | null;
  /** The beginning of it. */
  responseBody: string | null;
  durationMilliseconds: number | null;
  problem: string | null;
  /** 1 if someone asked for it. */
  isRedelivery: number;
  createdAt: number;
}
