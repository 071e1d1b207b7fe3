import Type, { type Static } from "typebox";
import { eventTypes } from "./event-schemas.ts";
import { dateTime, ListQuery, Nullable, Words } from "./schemas.ts";

/** Webhooks that report events to other servers, Slack and Microsoft Teams. */

export const webhooksMax = 20;
/** An entry of the audit log. It isn't among the events of projects, which are also mailed and shown in the dashboard. */
export const auditEvent = "audit.entry";
export const webhookEventTypes = [...eventTypes, auditEvent] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
const webhookFormats = ["json", "slack", "teams"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const Format = Words(
  webhookFormats,
  "`json`: signed as in Standard Webhooks. `slack` and `teams`: a readable message for an incoming webhook.",
);
const EventTypes = Type.Array(Words(webhookEventTypes, "Type of an event."), {
  minItems: 1,
  maxItems: webhookEventTypes.length,
  uniqueItems: true,
  description:
    "Which events are sent; all events of projects if you omit it. `audit.entry` needs the format `json` and a signed-in admin. A webhook that receives it gets all its events in order.",
});
const url = Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://", description: "An https:// address." });
const name = Type.String({ maxLength: 100, description: "A name for people." });
const inProject = Nullable(
  Type.String({ maxLength: 128, description: "Only events of this project; `null` for all." }),
);

export const Webhook = Type.Object({
  id: Type.String({ description: "ID of the webhook." }),
  name,
  url: Type.String({ description: "Where events are sent." }),
  format: Format,
  events: EventTypes,
  projectId: inProject,
  state: Words(
    ["active", "failing", "paused", "off"],
    "`failing`: the last delivery failed and is retried. `paused`: everything failed for a day, or the receiver answered 410. `off`: turned off by an admin.",
  ),
  lastError: Nullable(Type.String({ description: "Why the last delivery failed." })),
  failingSince: Nullable(dateTime("When deliveries began to fail.")),
  deliveredAt: Nullable(dateTime("When an event was delivered last.")),
  createdBy: Type.String({ description: "Who added it." }),
  createdAt: dateTime("When it was added."),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) });

export const NewWebhook = Type.Object({
  url,
  name: Type.Optional(name),
  format: Type.Optional(Words(webhookFormats, "Found out from the address if you omit it.")),
  events: Type.Optional(EventTypes),
  projectId: Type.Optional(inProject),
});

export const WebhookChange = Type.Object({
  ...NewWebhook.properties,
  url: Type.Optional(url),
  enabled: Type.Optional(Type.Boolean({ description: "Turns it off, or on again after it was paused." })),
});

export const ChangedWebhook = Type.Object({
  webhook: Webhook,
  secret: Nullable(
    Type.String({ description: "The signing secret if it is new. It is shown only once. `null` for Slack and Teams." }),
  ),
});

const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
const DeliveryStatus = Words(
  deliveryStatuses,
  "`waiting`: not sent yet, or sent again later. `failed`: it won't be tried again.",
);

const deliveryFields = {
  id: Type.String({ description: "ID of the delivery." }),
  eventId: Type.String({ description: "ID of the event, sent as `webhook-id`." }),
  event: Type.String({ description: "Type of the event." }),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: "How often it was sent." }),
  problem: Nullable(Type.String({ description: "Why the last attempt failed." })),
  responseStatus: Type.Union([Type.Integer(), Type.Null()], { description: "HTTP status of the last response." }),
  durationMs: Type.Union([Type.Integer(), Type.Null()], { description: "How long the last attempt took." }),
  isRedelivery: Type.Boolean({ description: "Whether someone asked for it." }),
  createdAt: dateTime("When it was created."),
  attemptedAt: Nullable(dateTime("When it was last sent.")),
  nextAttemptAt: Nullable(dateTime("When it is sent next; `null` unless it is waiting.")),
};

const DeliverySummary = Type.Object(deliveryFields);
export type DeliverySummary = Static<typeof DeliverySummary>;

export const DeliveryPage = Type.Object({
  deliveries: Type.Array(DeliverySummary),
  nextCursor: Nullable(
    Type.String({ description: "Pass this as `cursor` to get the next page. `null` on the last page." }),
  ),
});

export const DeliveryQuery = Type.Object({ status: Type.Optional(DeliveryStatus), ...ListQuery });

export const Delivery = Type.Object({
  ...deliveryFields,
  payload: Type.String({ description: "The body as it is sent." }),
  responseBody: Nullable(Type.String({ description: "The beginning of the last response." })),
});
export type Delivery = Static<typeof Delivery>;
