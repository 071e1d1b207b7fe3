import Type from "typebox";
import { id, organizationId } from "./ids.ts";
import type { Limit, Operation } from "./operation.ts";
import {
  ChangedWebhook,
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  NewWebhook,
  WebhookChange,
  WebhookList,
} from "./outgoing-webhook-schemas.ts";

const webhookId = id("ID of the webhook.");
const inOrganization = Type.Object({ organizationId });
const ofWebhook = Type.Object({ organizationId, webhookId });
const ofDelivery = Type.Object({ organizationId, webhookId, deliveryId: id("ID of the delivery.") });

const reading = { key: "admin", scope: "read", role: "admin" } as const;
const changing = { key: "admin", scope: "write", role: "admin" } as const;

/** Each makes the server contact an address that a person has entered. */
const testLimits: readonly Limit[] = [{ name: "webhook-tests", by: "organization", max: 60, windowSeconds: 600 }];

/** Webhooks that report events of an organization. */
export const outgoingWebhookOperations = {
  listWebhooks: {
    method: "GET",
    path: "/v1/organization/{organizationId}/webhooks",
    summary: "List webhooks",
    ...reading,
    params: inOrganization,
    reply: { status: 200, schema: WebhookList },
  },
  createWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhooks",
    summary: "Add a webhook",
    about: "Reports events to another server, Slack or Microsoft Teams. An organization can have 20.",
    ...changing,
    params: inOrganization,
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
    params: ofWebhook,
    body: WebhookChange,
    reply: { status: 200, schema: ChangedWebhook },
  },
  removeWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/remove",
    summary: "Remove a webhook",
    ...changing,
    params: ofWebhook,
    reply: { status: 204 },
  },
  replaceSigningSecret: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/secret",
    summary: "Replace the signing secret of a webhook",
    about: "For a day, deliveries are signed with both secrets.",
    ...changing,
    params: ofWebhook,
    reply: { status: 200, schema: ChangedWebhook },
    hasStates: true,
  },
  testWebhook: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/test",
    summary: "Test a webhook",
    about: "Sends an event of the type `ping`.",
    ...changing,
    params: ofWebhook,
    reply: { status: 200, schema: Delivery },
    limits: testLimits,
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/deliveries",
    summary: "List deliveries of a webhook",
    about: "Newest first. They are kept for 30 days.",
    ...reading,
    params: ofWebhook,
    query: DeliveryQuery,
    reply: { status: 200, schema: DeliveryPage },
  },
  getDelivery: {
    method: "GET",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/delivery/{deliveryId}",
    summary: "Get a delivery",
    ...reading,
    params: ofDelivery,
    reply: { status: 200, schema: Delivery },
  },
  redeliver: {
    method: "POST",
    path: "/v1/organization/{organizationId}/webhook/{webhookId}/delivery/{deliveryId}/redeliver",
    summary: "Send a delivery again",
    about: "Sends the same event, with the same `webhook-id`, as a new delivery.",
    ...changing,
    params: ofDelivery,
    reply: { status: 200, schema: Delivery },
    limits: testLimits,
    hasStates: true,
  },
} as const satisfies Record<string, Operation>;
