import { auditEvent } from "../../contract/outgoing-webhook-schemas.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { OutgoingDeliveryRow } from "../../platform/db/tables/events.ts";
import { newId } from "../../platform/id.ts";
import type { Queue } from "../../platform/queue/queue.ts";

export const webhookDeliveryKind = "webhook.deliver";

type NewDelivery = Pick<
  OutgoingDeliveryRow,
  "webhook_id" | "project_id" | "event_id" | "event_type" | "event" | "is_redelivery"
>;

export interface QueueDeliveryDeps {
  clock: Clock;
  /** Without a queue, the delivery is sent by the next sweep. */
  queue?: Pick<Queue, "enqueue"> | undefined;
}

/** The webhooks that receive audit log entries, including paused ones. */
export async function listAuditReceivers(
  tx: Connection,
  organizationId: string,
  projectId: string | null,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("outgoing_webhooks")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("state", "<>", "off")
    .where("events", "like", `%"${auditEvent}"%`)
    .where((webhook) => webhook.or([webhook("project_id", "is", null), webhook("project_id", "=", projectId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Queues an event for a webhook, and returns the ID of the delivery. */
export async function queueDelivery(
  { queue, clock }: QueueDeliveryDeps,
  tx: Connection,
  delivery: NewDelivery,
): Promise<string> {
  const now = clock.now();
  const { id } = await insertDelivery({ clock }, tx, { ...delivery, status: "waiting", next_attempt_at: now });
  if (queue !== undefined) await enqueueNow(queue, tx, delivery.webhook_id, { id, until: now });
  return id;
}

const unsent = {
  attempts: 0,
  attempted_at: null,
  response_status: null,
  response_body: null,
  duration_milliseconds: null,
  next_attempt_at: null,
  problem: null,
} as const;

/** Records a delivery that is waiting or has already ended. */
export async function insertDelivery(
  { clock }: { clock: Clock },
  tx: Connection,
  delivery: NewDelivery & Pick<OutgoingDeliveryRow, "status"> & Partial<OutgoingDeliveryRow>,
): Promise<OutgoingDeliveryRow> {
  const row = { ...unsent, id: newId("dlv", clock), created_at: clock.now(), ...delivery };
  await tx.insertInto("outgoing_deliveries").values(row).execute();
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
