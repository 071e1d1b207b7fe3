import {
  enqueueNow,
  insertDelivery,
  queueDelivery,
  webhookDeliveryKind,
} from "../../activity/events/delivery-store.ts";
import type { EventConsumer } from "../../activity/events/dispatch-events.ts";
import { type PresentEventDeps, presentEvent } from "../../activity/events/present-event.ts";
import type { EventDeps } from "../../activity/events/record-event.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";
import { countWaiting, listOverdue } from "./delivery-store.ts";
import { listReceivers } from "./store.ts";

/** The limit of waiting deliveries per webhook. */
const waitingMax = 1_000;
const slotMilliseconds = 5_000;
const overdueMilliseconds = 60_000;

/** Creates a delivery of each event for every webhook that subscribes to it. */
export function webhookConsumer(deps: EventDeps & PresentEventDeps): EventConsumer {
  return async (tx, event) => {
    const receivers = await listReceivers(tx, event.organizationId, event.projectId);
    const wanting = receivers.filter(({ events }) => JSON.parse(events).includes(event.type));
    if (wanting.length === 0) return;
    const text = JSON.stringify(presentEvent(deps, event));
    for (const { id: webhookId } of wanting) {
      const { projectId, id: eventId, type: eventType } = event;
      const delivery = { webhookId, projectId, eventId, eventType, event: text, isRedelivery: 0 };
      const isFull = (await countWaiting(tx, webhookId)) >= waitingMax;
      const problem = "Not sent: too many deliveries were waiting.";
      if (isFull) await insertDelivery(deps, tx, { ...delivery, status: "failed", problem });
      else await queueDelivery(deps, tx, delivery);
    }
  };
}

/** Deliveries that are due at about the same time share a job. */
export async function enqueueLater(queue: Pick<Queue, "enqueue">, tx: Connection, webhookId: string, dueAt: number) {
  const runAt = Math.ceil(dueAt / slotMilliseconds) * slotMilliseconds;
  const payload = { webhookId, until: runAt };
  const job = { id: `${webhookId}-${runAt}`, kind: webhookDeliveryKind, group: webhookId };
  await queue.enqueue(tx, { ...job, payload, runAt });
}

/** Starts overdue deliveries whose job was lost. */
export async function catchUpDeliveries({ database, queue }: Pick<Services, "database" | "queue">, now: number) {
  for (const webhookId of await listOverdue(database.query, now - overdueMilliseconds)) {
    await database.transaction((tx) => enqueueNow(queue, tx, webhookId, { id: `${webhookId}+${now}`, until: now }));
  }
}
