import type { Delivery, DeliverySummary, Webhook, WebhookFormat } from "../../contract/outgoing-webhook-operations.ts";
import { isoTime, isoTimeOrNull } from "../../platform/clock.ts";
import type { OutgoingDeliveryRow, OutgoingWebhookRow } from "../../platform/db/tables.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { type SentEvent, writeBody } from "./write-body.ts";

export function presentWebhook(secrets: Secrets, webhook: OutgoingWebhookRow): Webhook {
  const { id, name, url, format, events, projectId, state, lastError, createdBy } = webhook;
  return {
    id,
    name,
    url: secrets.open(url),
    format,
    events: JSON.parse(events),
    projectId,
    state,
    lastError,
    failingSince: isoTimeOrNull(webhook.failingSince),
    deliveredAt: isoTimeOrNull(webhook.deliveredAt),
    createdBy,
    createdAt: isoTime(webhook.createdAt),
  };
}

export function presentSummary(delivery: OutgoingDeliveryRow): DeliverySummary {
  const { id, eventId, eventType, status, attempts, problem, responseStatus, durationMilliseconds } = delivery;
  return {
    id,
    eventId,
    event: eventType,
    status,
    attempts,
    problem,
    responseStatus,
    durationMs: durationMilliseconds,
    isRedelivery: delivery.isRedelivery === 1,
    createdAt: isoTime(delivery.createdAt),
    attemptedAt: isoTimeOrNull(delivery.attemptedAt),
    nextAttemptAt: isoTimeOrNull(delivery.nextAttemptAt),
  };
}

export function presentDelivery(format: WebhookFormat, delivery: OutgoingDeliveryRow): Delivery {
  const payload = writeBody(format, JSON.parse(delivery.event) as SentEvent);
  return { ...presentSummary(delivery), payload, responseBody: delivery.responseBody };
}
