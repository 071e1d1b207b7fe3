import { auditEvent } from "../../contract/event-schemas.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { listAuditReceivers, type QueueDeliveryDeps, queueDelivery } from "../events/delivery-store.ts";
import { presentAuditEntry } from "./present-entry.ts";
import type { AuditEntry } from "./store.ts";

/**
 * Queues an entry for the webhooks that receive the audit log, in the transaction that records the entry. A paused webhook
 * gets the entry when an admin turns it on again.
 */
export async function sendEntry(deps: QueueDeliveryDeps, tx: Connection, entry: AuditEntry): Promise<void> {
  const { id, organizationId, projectId, at } = entry;
  const webhookIds = await listAuditReceivers(tx, organizationId, projectId);
  if (webhookIds.length === 0) return;
  const event = JSON.stringify({ id, type: auditEvent, timestamp: isoTime(at), data: presentAuditEntry(entry) });
  // Stored without the project: a project's deliveries are deleted with it, and this entry may say who deleted the
  // project.
  const delivery = { projectId: null, eventId: id, eventType: auditEvent, event, isRedelivery: 0 };
  for (const webhookId of webhookIds) await queueDelivery(deps, tx, { ...delivery, webhookId });
}
