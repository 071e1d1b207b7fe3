import Type, { type Static } from "typebox";
import { publicOperation } from "./define-operation.ts";
import { webhookEventTypes } from "./event-schemas.ts";
import { namePattern } from "./name-rule.ts";
import type { Limit } from "./operation.ts";
import { dateTime, flag, integer, ListQuery, Nullable, nextCursor, text, Words } from "./schemas.ts";

/** Webhooks that report events to other servers, Slack and Microsoft Teams. */

export const webhooksMax = 20;
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
    "The events to send. Defaults to all events of projects. `audit.entry` needs the format `json` and a signed-in admin. A webhook that receives it gets all its events in order.",
});
const url = text("An https:// address.", { minLength: 8, maxLength: 1_000, pattern: "^https?://" });
const name = text("A name to recognize the webhook by.", { maxLength: 100, pattern: `^$|${namePattern}` });
const inProject = Nullable(text("Only events of this project; `null` for all projects.", { maxLength: 128 }));

export const Webhook = Type.Object({
  id: text("ID of the webhook."),
  name,
  url: text("Where events are sent."),
  format: Format,
  events: EventTypes,
  projectId: inProject,
  state: Words(
    ["active", "failing", "paused", "off"],
    "`failing`: the last delivery failed and is retried. `paused`: everything failed for a day, or the receiver answered 410. `off`: turned off by an admin.",
  ),
  lastError: Nullable(text("Why the last delivery failed.")),
  failingSince: Nullable(dateTime("When deliveries began to fail.")),
  deliveredAt: Nullable(dateTime("When an event was delivered last.")),
  createdBy: text("Who added it."),
  createdAt: dateTime("When it was added."),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) });

export const NewWebhook = Type.Object({
  url,
  name: Type.Optional(name),
  format: Type.Optional(Words(webhookFormats, "Detected from the address if you omit it.")),
  events: Type.Optional(EventTypes),
  projectId: Type.Optional(inProject),
});

export const WebhookChange = Type.Object({
  ...NewWebhook.properties,
  url: Type.Optional(url),
  enabled: Type.Optional(flag("`false` turns it off. `true` turns it on, even after a pause.")),
});

export const ChangedWebhook = Type.Object({
  webhook: Webhook,
  secret: Nullable(text("The signing secret if it is new. It is shown only once. `null` for Slack and Teams.")),
});

const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
const DeliveryStatus = Words(
  deliveryStatuses,
  "`waiting`: an attempt is planned. `failed`: there won't be another attempt.",
);

const deliveryFields = {
  id: text("ID of the delivery."),
  eventId: text("ID of the event, sent as `webhook-id`."),
  event: text("Type of the event."),
  status: DeliveryStatus,
  attempts: integer("How often it was sent."),
  problem: Nullable(text("Why the last attempt failed.")),
  responseStatus: Type.Union([Type.Integer(), Type.Null()], { description: "HTTP status of the last response." }),
  durationMs: Type.Union([Type.Integer(), Type.Null()], { description: "How long the last attempt took." }),
  isRedelivery: flag("Whether the event was sent again on request."),
  createdAt: dateTime("When it was created."),
  attemptedAt: Nullable(dateTime("When it was last sent.")),
  nextAttemptAt: Nullable(dateTime("When it is sent next; `null` unless it is waiting.")),
};

const DeliverySummary = Type.Object(deliveryFields);
export type DeliverySummary = Static<typeof DeliverySummary>;

export const DeliveryPage = Type.Object({ deliveries: Type.Array(DeliverySummary), nextCursor });

export const DeliveryQuery = Type.Object({ status: Type.Optional(DeliveryStatus), ...ListQuery });

export const Delivery = Type.Object({
  ...deliveryFields,
  payload: text("The body as it is sent."),
  responseBody: Nullable(text("The beginning of the last response.")),
});
export type Delivery = Static<typeof Delivery>;

const readAsAdmin = publicOperation({ method: "GET", key: "admin", scope: "read", role: "admin" });
const writeAsAdmin = publicOperation({ method: "POST", key: "admin", scope: "write", role: "admin" });

const webhook = "/v1/organization/{organizationId}/webhook/{webhookId}";

/** Each test makes the server contact an address that a person has entered. */
const testLimits: readonly Limit[] = [{ name: "webhook-tests", by: "organization", max: 60, windowSeconds: 600 }];

/** Webhooks that report events of an organization. */
export const outgoingWebhookOperations = {
  listWebhooks: readAsAdmin("/v1/organization/{organizationId}/webhooks", "List webhooks", {
    reply: WebhookList,
  }),
  createWebhook: writeAsAdmin("/v1/organization/{organizationId}/webhooks", "Add a webhook", {
    about: "Reports events to another server, Slack or Microsoft Teams. An organization can have 20 webhooks.",
    body: NewWebhook,
    created: ChangedWebhook,
    hasStates: true,
  }),
  changeWebhook: writeAsAdmin(webhook, "Change a webhook", {
    about: "Fields you omit stay unchanged. A new address gets a new signing secret.",
    body: WebhookChange,
    reply: ChangedWebhook,
  }),
  removeWebhook: writeAsAdmin(`${webhook}/remove`, "Remove a webhook"),
  replaceSigningSecret: writeAsAdmin(`${webhook}/secret`, "Replace the signing secret of a webhook", {
    about: "For a day, deliveries are signed with both secrets.",
    reply: ChangedWebhook,
    hasStates: true,
  }),
  testWebhook: writeAsAdmin(`${webhook}/test`, "Test a webhook", {
    about: "Sends an event of the type `ping`.",
    reply: Delivery,
    limits: testLimits,
  }),
  listDeliveries: readAsAdmin(`${webhook}/deliveries`, "List deliveries of a webhook", {
    about: "Lists deliveries, newest first. They are kept for 30 days.",
    query: DeliveryQuery,
    reply: DeliveryPage,
  }),
  getDelivery: readAsAdmin(`${webhook}/delivery/{deliveryId}`, "Get a delivery", {
    reply: Delivery,
  }),
  redeliver: writeAsAdmin(`${webhook}/delivery/{deliveryId}/redeliver`, "Send a delivery again", {
    about: "Sends the same event, with the same `webhook-id`, as a new delivery.",
    reply: Delivery,
    limits: testLimits,
    hasStates: true,
  }),
};
