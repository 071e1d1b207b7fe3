import type { Delivery, DeliverySummary, Webhook, WebhookFormat } from "../../contract/outgoing-webhook-schemas.ts";
import { isoTime, isoTimeOrNull } from "../../platform/clock.ts";
import type { OutgoingDeliveryRow, OutgoingWebhookRow } from "../../platform/db/tables/events.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { type SentEvent, writeBody } from "./write-body.ts";

export function presentWebhook(secrets: Secrets, webhook: OutgoingWebhookRow): Webhook {
  const { id, name, url, format, events, project_id, state, last_error, created_by } = webhook;
  return {
    id,
    name,
    url: secrets.open(url),
    format,
    events: JSON.parse(events),
    projectId: project_id,
    state,
    lastError: last_error,
    failingSince: isoTimeOrNull(webhook.failing_since),
    deliveredAt: isoTimeOrNull(webhook.delivered_at),
    createdBy: created_by,
    createdAt: isoTime(webhook.created_at),
  };
}

export function presentSummary(delivery: OutgoingDeliveryRow): DeliverySummary {
  const { id, event_id, event_type, status, attempts, problem, response_status, duration_milliseconds } = delivery;
  return {
    id,
    eventId: event_id,
    event: event_type,
    status,
    attempts,
    problem,
    responseStatus: response_status,
    durationMs: duration_milliseconds,
    isRedelivery: delivery.is_redelivery === 1,
    createdAt: isoTime(delivery.created_at),
    attemptedAt: isoTimeOrNull(delivery.attempted_at),
    nextAttemptAt: isoTimeOrNull(delivery.next_attempt_at),
  };
}

export function presentDelivery(format: WebhookFormat, delivery: OutgoingDeliveryRow): Delivery {
  const payload = writeBody(format, JSON.parse(delivery.event) as SentEvent);
  return { ...presentSummary(delivery), payload, responseBody: delivery.response_body };
}
