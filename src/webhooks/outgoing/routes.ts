import { enqueueNow, insertDelivery, queueDelivery } from "../../activity/events/delivery-store.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import { auditEvent, eventTypes } from "../../contract/event-schemas.ts";
import {
  type outgoingWebhookOperations,
  type WebhookFormat,
  webhooksMax,
} from "../../contract/outgoing-webhook-operations.ts";
import type { Handlers, Principal } from "../../http/call.ts";
import { pageLimitDefault, pageOf } from "../../http/pagination.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { OutgoingDeliveryRow, OutgoingWebhookRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { findProjectById } from "../../projects/store.ts";
import { newSigningSecret } from "../send-request.ts";
import { isOrdered, type OutgoingDeps, sendOnce } from "./deliver-events.ts";
import { failWaiting, findDelivery, hastenWaiting, listDeliveries } from "./delivery-store.ts";
import { newPing } from "./ping-event.ts";
import { presentDelivery, presentSummary, presentWebhook } from "./present-webhook.ts";
import { countWebhooks, deleteWebhook, findWebhook, insertWebhook, listWebhooks, updateWebhook } from "./store.ts";
import { formatOf } from "./write-body.ts";

interface OutgoingRouteDeps extends OutgoingDeps {
  /** The server's public address, without a trailing slash. */
  url: string;
  /** The display name of a key. */
  nameOf(keyId: string): Promise<string>;
}

type WebhookOperations = Pick<DashboardOperations, keyof typeof outgoingWebhookOperations>;

/** How long the previous secret still signs after it was replaced. */
const bothSecretsMilliseconds = dayMilliseconds;

export function outgoingWebhookRoutes(deps: OutgoingRouteDeps): Handlers<WebhookOperations> {
  const { database, queue, secrets, clock } = deps;
  const show = (webhook: OutgoingWebhookRow) => presentWebhook(secrets, webhook);
  const showDelivery = (webhook: OutgoingWebhookRow, delivery: OutgoingDeliveryRow) =>
    presentDelivery(webhook.format, delivery);
  const originOf = (webhook: Pick<OutgoingWebhookRow, "url">) => new URL(secrets.open(webhook.url)).origin;
  return {
    async listWebhooks({ principal, params }) {
      const organizationId = checkOrganization(principal, params);
      return { webhooks: (await listWebhooks(database.query, organizationId)).map(show) };
    },

    async createWebhook({ principal, params, body, change, note }) {
      const organizationId = checkOrganization(principal, params);
      const createdBy = principal.user?.email ?? (await deps.nameOf(principal.keyId));
      return change(async (tx) => {
        const url = checkedUrl(body.url);
        const projectId = await checkedProject(tx, organizationId, body.projectId ?? null);
        if ((await countWebhooks(tx, organizationId)) >= webhooksMax) {
          throw new AppError("conflict", `An organization can have at most ${webhooksMax} webhooks; remove one first.`);
        }
        const format = body.format ?? formatOf(url);
        const secret = secretFor(format);
        const events = JSON.stringify(body.events ?? eventTypes);
        checkAudit(principal, { events, format });
        const webhook: OutgoingWebhookRow = {
          id: newId("whk", clock),
          organizationId,
          projectId,
          name: (body.name ?? "").trim(),
          url: secrets.seal(url),
          format,
          events,
          secret: secret && secrets.seal(secret),
          previousSecret: null,
          previousUntil: 0,
          state: "active",
          failingSince: null,
          lastError: null,
          deliveredAt: null,
          createdBy,
          createdAt: clock.now(),
        };
        await insertWebhook(tx, webhook);
        note({ webhookId: webhook.id, url: new URL(url).origin });
        return { webhook: show(webhook), secret };
      });
    },

    changeWebhook: ({ principal, params, body, change, note }) =>
      change(async (tx) => {
        const webhook = await getWebhook(tx, principal, params);
        const before = secrets.open(webhook.url);
        const url = body.url === undefined ? before : checkedUrl(body.url);
        const format = body.format ?? (url === before ? webhook.format : formatOf(url));
        // A secret known to one receiver must not sign requests to another.
        const keepsSecret = url === before && (format !== "json" || webhook.secret !== null);
        const secret = keepsSecret ? null : secretFor(format);
        const changes: Partial<OutgoingWebhookRow> = {
          url: secrets.seal(url),
          format,
          ...(body.name !== undefined && { name: body.name.trim() }),
          ...(body.events !== undefined && { events: JSON.stringify(body.events) }),
          ...(body.projectId !== undefined && {
            projectId: await checkedProject(tx, webhook.organizationId, body.projectId),
          }),
          ...(!keepsSecret && { secret: secret && secrets.seal(secret), previousSecret: null, previousUntil: 0 }),
          ...stateAfter(webhook, body.enabled, url !== before),
        };
        checkAudit(principal, { ...webhook, ...changes });
        await updateWebhook(tx, webhook.id, changes);
        if (changes.state === "active") {
          const now = clock.now();
          await hastenWaiting(tx, webhook.id, now);
          await enqueueNow(queue, tx, webhook.id, { id: newId("dlv", clock), until: now });
        }
        if (body.enabled === false) await failWaiting(tx, webhook.id, "Not sent: the webhook was turned off.");
        note({ url: new URL(url).origin, changed: Object.keys(body).join(", ") });
        return { webhook: show({ ...webhook, ...changes }), secret };
      }),

    removeWebhook: ({ principal, params, change, note }) =>
      change(async (tx) => {
        const webhook = await getWebhook(tx, principal, params);
        await deleteWebhook(tx, webhook.id);
        note({ url: originOf(webhook) });
      }),

    replaceSigningSecret: ({ principal, params, change, note }) =>
      change(async (tx) => {
        const webhook = await getWebhook(tx, principal, params);
        if (webhook.secret === null) {
          throw new AppError("conflict", "Messages to Slack and Microsoft Teams aren't signed.");
        }
        const secret = newSigningSecret();
        await updateWebhook(tx, webhook.id, {
          secret: secrets.seal(secret),
          previousSecret: webhook.secret,
          previousUntil: clock.now() + bothSecretsMilliseconds,
        });
        note({ url: originOf(webhook) });
        return { webhook: show(webhook), secret };
      }),

    async testWebhook({ principal, params, signal, change, note }) {
      const webhook = await getWebhook(database.query, principal, params);
      const dashboardUrl = `${deps.url}/dashboard/${webhook.organizationId}/-/settings?tab=webhooks`;
      const ping = newPing(clock, dashboardUrl);
      const sent = { eventId: ping.id, eventType: ping.type, event: JSON.stringify(ping) };
      const created = { webhookId: webhook.id, projectId: null, ...sent, isRedelivery: 0, createdAt: clock.now() };
      const { problem, status, text, durationMilliseconds } = await sendOnce(deps, webhook, sent, signal);
      return change(async (tx) => {
        const current = await getWebhook(tx, principal, params);
        const delivery = await insertDelivery(deps, tx, {
          ...created,
          status: problem === undefined ? "delivered" : "failed",
          attempts: 1,
          attemptedAt: clock.now(),
          responseStatus: status ?? null,
          responseBody: text,
          durationMilliseconds,
          problem: problem ?? null,
        });
        note({ url: originOf(webhook), outcome: problem ?? "Delivered" });
        return showDelivery(current, delivery);
      });
    },

    async listDeliveries({ principal, params, query }) {
      const webhook = await getWebhook(database.query, principal, params);
      const { limit = pageLimitDefault, cursor, status } = query;
      const found = await listDeliveries(database.query, webhook.id, { limit, cursor, status });
      const { items, nextCursor } = pageOf(found, limit);
      return { deliveries: items.map(presentSummary), nextCursor };
    },

    async getDelivery({ principal, params }) {
      const webhook = await getWebhook(database.query, principal, params);
      return showDelivery(webhook, await getDelivery(database.query, webhook, params.deliveryId));
    },

    redeliver: ({ principal, params, change, note }) =>
      change(async (tx) => {
        const webhook = await getWebhook(tx, principal, params);
        const earlier = await getDelivery(tx, webhook, params.deliveryId);
        if (webhook.state === "paused" || webhook.state === "off") {
          throw new AppError("conflict", "The webhook is turned off; turn it on first.");
        }
        const { webhookId, projectId, eventId, eventType, event } = earlier;
        const again = { webhookId, projectId, eventId, eventType, event, isRedelivery: 1 };
        const id = await queueDelivery(deps, tx, again);
        note({ url: originOf(webhook), eventId });
        return showDelivery(webhook, await getDelivery(tx, webhook, id));
      }),
  };
}

/** Sessions have already been checked against the path, but admin keys have not. */
function checkOrganization(principal: Principal, { organizationId }: { organizationId: string }): string {
  if (principal.organizationId !== organizationId) throw new AppError("not_found", "Organization not found.");
  return organizationId;
}

async function getWebhook(
  connection: Connection,
  principal: Principal,
  params: { organizationId: string; webhookId: string },
): Promise<OutgoingWebhookRow> {
  const organizationId = checkOrganization(principal, params);
  const webhook = await findWebhook(connection, organizationId, params.webhookId);
  if (webhook === undefined) throw new AppError("not_found", "Webhook not found.");
  checkAudit(principal, webhook);
  return webhook;
}

async function getDelivery(connection: Connection, webhook: OutgoingWebhookRow, id: string) {
  const delivery = await findDelivery(connection, webhook.id, id);
  if (delivery === undefined) {
    throw new AppError("not_found", "Delivery not found; deliveries are kept for 30 days.");
  }
  return delivery;
}

/**
 * The address of a webhook, as a person has entered it. Whether the server may contact it is checked with each request.
 */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new AppError("bad_request", "The webhook's address must be an https:// URL without a user name or password.");
  }
  return url.href;
}

async function checkedProject(tx: Connection, organizationId: string, projectId: string | null) {
  if (projectId === null) return null;
  const project = await findProjectById(tx, projectId);
  if (project?.organizationId !== organizationId) {
    throw new AppError("bad_request", "The organization has no project with this ID.");
  }
  return projectId;
}

/** API keys can't read the audit log, so they can't have it delivered either. */
function checkAudit({ user }: Principal, webhook: Pick<OutgoingWebhookRow, "events" | "format">): void {
  if (!isOrdered(webhook)) return;
  if (user === undefined) {
    throw new AppError("forbidden", `Only admins who are signed in can manage a webhook that receives ${auditEvent}.`);
  }
  if (webhook.format !== "json") {
    throw new AppError("bad_request", "The audit log can't be sent to Slack or Microsoft Teams; use the format json.");
  }
}

/** Chats identify senders by the webhook's address, so messages to them aren't signed. */
function secretFor(format: WebhookFormat): string | null {
  return format === "json" ? newSigningSecret() : null;
}

/** Changing the address or turning the webhook on clears earlier failures. */
function stateAfter(
  { state }: OutgoingWebhookRow,
  enabled: boolean | undefined,
  isMoved: boolean,
): Partial<OutgoingWebhookRow> {
  if (enabled === false) return { state: "off", failingSince: null };
  const starts = enabled === true || (isMoved && state !== "off");
  return starts ? { state: "active", failingSince: null, lastError: null } : {};
}
