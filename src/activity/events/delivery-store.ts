import { auditEvent } from "../../contract/event-schemas.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { OutgoingDeliveryRow } from "../../platform/db/tables.ts";
import { newId } from "../../platform/id.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { EventDeps } from "./record-event.ts";

export const webhookDeliveryKind = "webhook.deliver";

type NewDelivery = Pick<
  OutgoingDeliveryRow,
  "webhookId" | "projectId" | "eventId" | "eventType" | "event" | "isRedelivery"
>;

/** The webhooks that receive audit log entries, including paused ones. */
export async function listAuditReceivers(tx: Connection, organizationId: string, projectId: string | null) {
  const rows = await tx
    .selectFrom("outgoingWebhooks")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("state", "<>", "off")
    .where("events", "like", `%"${auditEvent}"%`)
    .where((webhook) => webhook.or([webhook("projectId", "is", null), webhook("projectId", "=", projectId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Queues an event for a webhook, and returns the ID of the delivery. */
export async function queueDelivery({ queue, clock }: EventDeps, tx: Connection, delivery: NewDelivery) {
  const now = clock.now();
  const { id } = await insertDelivery({ clock }, tx, { ...delivery, status: "waiting", nextAttemptAt: now });
  if (queue !== undefined) await enqueueNow(queue, tx, delivery.webhookId, { id, until: now });
  return id;
}

const unsent = {
  attempts: 0,
  attemptedAt: null,
  responseStatus: null,
  responseBody: null,
  durationMilliseconds: null,
  nextAttemptAt: null,
  problem: null,
} as const;

/** Records a delivery that is waiting or has already ended. */
export async function insertDelivery(
  { clock }: Pick<Services, "clock">,
  tx: Connection,
  delivery: NewDelivery & Pick<OutgoingDeliveryRow, "status"> & Partial<OutgoingDeliveryRow>,
): Promise<OutgoingDeliveryRow> {
  const row = { ...unsent, id: newId("dlv", clock), createdAt: clock.now(), ...delivery };
  await tx.insertInto("outgoingDeliveries").values(row).execute();
  return row;
}

/** Only one job at a time sends the deliveries of a webhook, so a job that finds nothing left simply ends. */
export async function enqueueNow(
  queue: Pick<Queue, "enqueue">,
  tx: Connection,
  webhookId: string,
  { id, until }: { id: string; until: number },
): Promise<void> {
  await queue.enqueue(tx, { id, kind: webhookDeliveryKind, group: webhookId, payload: { webhookId, until } });
}
