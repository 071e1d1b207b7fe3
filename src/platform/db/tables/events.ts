/** Events in projects, and the webhooks that receive them. */
export interface EventTables {
  events: EventRow;
  outgoing_webhooks: OutgoingWebhookRow;
  outgoing_deliveries: OutgoingDeliveryRow;
}

/** Kept for 30 days. */
export interface EventRow {
  id: string;
  organization_id: string;
  project_id: string;
  /** Such as `update.failed`. */
  type: string;
  /** The ID of the thing the event is about. */
  subject: string;
  /** JSON. */
  data: string;
  at: number;
  /** The event isn't reported before this time. Until then, newer data about the same subject replaces it. */
  dispatch_at: number;
  /** When every consumer got the event; null while it is waiting. */
  dispatched_at: number | null;
}

/** An address that receives an organization's events. */
export interface OutgoingWebhookRow {
  id: string;
  organization_id: string;
  /** Null for events of all projects. */
  project_id: string | null;
  name: string;
  /** Sealed: anyone who knows the address of a chat can write to it. */
  url: string;
  format: "json" | "slack" | "teams";
  /** JSON list of event types. */
  events: string;
  /** Sealed. Signs each delivery; null for chats. */
  secret: string | null;
  /** Sealed. Also signs deliveries until the time in the next column. */
  previous_secret: string | null;
  previous_until: number;
  /** `paused` is set by the server, `off` by an admin. */
  state: "active" | "failing" | "paused" | "off";
  failing_since: number | null;
  last_error: string | null;
  delivered_at: number | null;
  created_by: string;
  created_at: number;
}

/** An event on its way to a webhook. Kept for 30 days. */
export interface OutgoingDeliveryRow {
  id: string;
  webhook_id: string;
  project_id: string | null;
  event_id: string;
  event_type: string;
  /** The event as JSON, so that every attempt sends the same text. */
  event: string;
  status: "waiting" | "delivered" | "failed";
  attempts: number;
  /** Null unless the delivery is waiting. */
  next_attempt_at: number | null;
  attempted_at: number | null;
  response_status: number | null;
  /** The beginning of the response body. */
  response_body: string | null;
  duration_milliseconds: number | null;
  problem: string | null;
  /** 1 if a person requested the delivery again. */
  is_redelivery: number;
  created_at: number;
}
