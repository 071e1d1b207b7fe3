import { recordProjectChange } from "../platform/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { WebhookDeliveryRow } from "../platform/db/tables/updates.ts";
import { sweepRefusals } from "./refusals-store.ts";
import type { WebhookHost } from "./webhook-request.ts";

export interface DeliveryKey {
  projectId: string;
  id: string;
}

export interface Delivery extends DeliveryKey {
  host: WebhookHost;
  event: string;
  problem: string | null;
  at: number;
}

/** Whether this delivery is new. A repeat waits here until the transaction that took the first one has ended. */
export async function takeDelivery(tx: Connection, delivery: Delivery): Promise<boolean> {
  const row = await tx
    .insertInto("webhook_deliveries")
    .values({
      project_id: delivery.projectId,
      delivery_id: delivery.id,
      host: delivery.host,
      event: delivery.event,
      update_id: null,
      problem: delivery.problem,
      at: delivery.at,
    })
    .onConflict((conflict) => conflict.columns(["project_id", "delivery_id"]).doNothing())
    .returning("delivery_id")
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  await recordProjectChange(tx, delivery.projectId, { kind: "webhook", subject: delivery.id }, delivery.at);
  return true;
}

/** The update that a delivery has become, if it did. */
export async function findDeliveredUpdate(tx: Connection, { projectId, id }: DeliveryKey): Promise<string | undefined> {
  const row = await tx
    .selectFrom("webhook_deliveries")
    .select("update_id")
    .where("project_id", "=", projectId)
    .where("delivery_id", "=", id)
    .executeTakeFirst();
  return row?.update_id ?? undefined;
}

export async function recordDeliveredUpdate(
  tx: Connection,
  { projectId, id }: DeliveryKey,
  updateId: string,
): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ update_id: updateId })
    .where("project_id", "=", projectId)
    .where("delivery_id", "=", id)
    .execute();
}

/** The last ones, newest first. */
export async function listDeliveries(
  connection: Connection,
  projectId: string,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  return connection
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
}

export async function sweepDeliveries(connection: Connection, takenBefore: number): Promise<void> {
  await connection.deleteFrom("webhook_deliveries").where("at", "<=", takenBefore).execute();
  await sweepRefusals(connection, takenBefore);
}
