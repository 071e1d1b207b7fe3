import { recordProjectChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { insertOnce, updateRows } from "../platform/db/rows.ts";
import type { WebhookDeliveryRow, WebhookRefusalRow } from "../platform/db/tables.ts";

/**
 * Anyone can send requests that are refused, so a project keeps only its latest refusals, and a repeated one is
 * recorded only after a pause.
 */
export const refusalsMax = 10;
export const refusalPauseMilliseconds = 10_000;

export interface DeliveryKey {
  projectId: string;
  id: string;
}

type Delivery = DeliveryKey & Pick<WebhookDeliveryRow, "host" | "event" | "problem" | "at">;

/** Returns false for a repeat. A concurrent repeat waits here until the first delivery's transaction has ended. */
export async function takeDelivery(tx: Connection, { id: deliveryId, ...delivery }: Delivery): Promise<boolean> {
  const row = { ...delivery, deliveryId, updateId: null };
  if (!(await insertOnce(tx, "webhookDeliveries", ["projectId", "deliveryId"], row))) return false;
  await recordProjectChange(tx, delivery.projectId, { kind: "webhook", subject: deliveryId }, delivery.at);
  return true;
}

/** The update that a delivery triggered. */
export async function findDeliveredUpdate(tx: Connection, { projectId, id: deliveryId }: DeliveryKey) {
  const deliveries = tx.selectFrom("webhookDeliveries").select("updateId");
  const row = await deliveries.where((delivery) => delivery.and({ projectId, deliveryId })).executeTakeFirst();
  return row?.updateId ?? undefined;
}

export async function recordDeliveredUpdate(
  tx: Connection,
  { projectId, id: deliveryId }: DeliveryKey,
  updateId: string,
): Promise<void> {
  await updateRows(tx, "webhookDeliveries", { projectId, deliveryId }, { updateId });
}

export async function listDeliveries(connection: Connection, projectId: string, limit: number) {
  const deliveries = connection.selectFrom("webhookDeliveries").selectAll().where("projectId", "=", projectId);
  return deliveries.orderBy("at", "desc").limit(limit).execute();
}

/** Records a refusal, unless the same one was recorded recently, and deletes the project's oldest ones. */
export async function recordRefusal(tx: Connection, refusal: WebhookRefusalRow): Promise<void> {
  const { projectId, host, problem, at } = refusal;
  const recent = tx
    .selectFrom("webhookRefusals")
    .select("id")
    .where("at", ">", at - refusalPauseMilliseconds);
  if (await hasRow(recent.where((row) => row.and({ projectId, host, problem })))) return;
  await tx.insertInto("webhookRefusals").values(refusal).execute();
  const kept = (await listRefusals(tx, projectId)).map(({ id }) => id);
  await tx.deleteFrom("webhookRefusals").where("projectId", "=", projectId).where("id", "not in", kept).execute();
  await recordProjectChange(tx, projectId, { kind: "webhook", subject: refusal.id }, at);
}

export async function listRefusals(connection: Connection, projectId: string): Promise<WebhookRefusalRow[]> {
  return connection
    .selectFrom("webhookRefusals")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(refusalsMax)
    .execute();
}

export async function sweepDeliveries(connection: Connection, takenBefore: number): Promise<void> {
  await connection.deleteFrom("webhookDeliveries").where("at", "<=", takenBefore).execute();
  await connection.deleteFrom("webhookRefusals").where("at", "<=", takenBefore).execute();
}
