import { eventNames, type WebhookEventType } from "../../../src/contract/event-schemas.ts";
import type { Answer } from "../api/client.ts";
import { type StatusTone, ToneAndWord } from "../ui/status.tsx";

export type Webhook = Answer<"listWebhooks">["webhooks"][number];
export type Delivery = Answer<"listDeliveries">["deliveries"][number];

const statuses: Readonly<Record<Delivery["status"], { tone: StatusTone; word: string }>> = {
  waiting: { tone: "busy", word: "Waiting" },
  delivered: { tone: "ok", word: "Delivered" },
  failed: { tone: "bad", word: "Failed" },
};

export const webhookEventNames: Readonly<Record<WebhookEventType, string>> = {
  ...eventNames,
  "audit.entry": "Audit log entry",
};

export const webhookFormats = { json: "JSON", slack: "Slack", teams: "Microsoft Teams" } as const;

export function DeliveryStatus({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const { tone, word } = statuses[status];
  return <ToneAndWord tone={tone} word={status === "waiting" && attempts > 0 ? "Retrying" : word} />;
}

export function eventName({ event, isRedelivery }: Delivery): string {
  const name = event === "ping" ? "Test event" : ((webhookEventNames as Record<string, string>)[event] ?? event);
  return isRedelivery ? `${name} (redelivery)` : name;
}
