import type { Limit, PublicOperation } from "./operation.ts";
import {
  ChangedWebhook,
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  NewWebhook,
  WebhookChange,
  WebhookList,
} from "./outgoing-webhook-schemas.ts";

const reading = { key: "admin", scope: "read", role: "admin" } as const;
const changing = { key: "admin", scope: "write", role: "admin" } as const;

/** Each test makes the server contact an address that a person has entered. */
const testLimits: readonly Limit[] = [{ name: "webhook-tests", by: "organization", max: 60, windowSeconds: 600 }];

/** Webhooks that report events of an organization. */
export const outgoingWebhookOperations = {
  listWebhooks: {
    method: "GET",
    path: "/v1/organization/{organizationId}/webhooks",
    summary: "List webhooks",
    ...reading,
    reply: { status: 200, schema: WebhookList },
  },
  createWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhooks",
    summary: "Add a webhook",
    about: "Reports events to another server, Slack or Microsoft Teams. An organization can have 20.",
    ...changing,
    body: NewWebhook,
    reply: { status: 201, schema: ChangedWebhook },
    hasStates: true,
  },
  changeWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}",
    summary: "Change a webhook",
    about: "Fields you omit stay unchanged. A new address gets a new signing secret.",
    ...changing,
    body: WebhookChange,
    reply: { status: 200, schema: ChangedWebhook },
  },
  removeWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/remove",
    summary: "Remove a webhook",
    ...changing,
    reply: { status: 204 },
  },
  replaceSigningSecret: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/secret",
    summary: "Replace the signing secret of a webhook",
    about: "For a day, deliveries are signed with both secrets.",
    ...changing,
    reply: { status: 200, schema: ChangedWebhook },
    hasStates: true,
  },
  testWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/test",
    summary: "Test a webhook",
    about: "Sends an event of the type `ping`.",
    ...changing,
    reply: { status: 200, schema: Delivery },
    limits: testLimits,
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/deliveries",
    summary: "List deliveries of a webhook",
    about: "Newest first. They are kept for 30 days.",
    ...reading,
    query: DeliveryQuery,
    reply: { status: 200, schema: DeliveryPage },
  },
  getDelivery: {
    method: "GET",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/delivery/{deliveryId}",
    summary: "Get a delivery",
    ...reading,
    reply: { status: 200, schema: Delivery },
  },
  redeliver: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/delivery/{deliveryId}/redeliver",
    summary: "Send a delivery again",
    about: "Sends the same event, with the same `webhook-id`, as a new delivery.",
    ...changing,
    reply: { status: 200, schema: Delivery },
    limits: testLimits,
    hasStates: true,
  },
} as const satisfies Record<string, PublicOperation>;
