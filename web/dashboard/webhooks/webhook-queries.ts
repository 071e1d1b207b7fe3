import { type Answer, api } from "../api/client.ts";
import { listQuery, readQuery } from "../api/read-query.ts";

export type Webhook = Answer<"listWebhooks">["webhooks"][number];
export type Delivery = Answer<"listDeliveries">["deliveries"][number];

export const webhooksQuery = (organizationId: string) =>
  readQuery(["webhooks", organizationId], (options) => api.listWebhooks({ organizationId }, options));

export const deliveriesQuery = (organizationId: string, webhookId: string) =>
  listQuery(["webhooks", organizationId, webhookId, "deliveries"], (page, options) =>
    api.listDeliveries({ organizationId, webhookId, limit: 20, ...page }, options),
  );

export const deliveryQuery = (organizationId: string, webhookId: string, deliveryId: string) =>
  readQuery(["webhooks", organizationId, webhookId, "delivery", deliveryId], (options) =>
    api.getDelivery({ organizationId, webhookId, deliveryId }, options),
  );
