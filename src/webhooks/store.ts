import { recordProjectChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { WebhookDeliveryRow, WebhookRefusalRow } from "../platform/db/tables/updates.ts";
import type { WebhookHost } from "./webhook-request.ts";

/**
 * Anyone can send requests that are refused, so a project keeps only the latest, and repeats are recorded only after a
 * pause.
 */
export const refusalsMax = 10;
export const refusalPauseMilliseconds = 10_000;

export interface DeliveryKey {
  projectId: string;
  id: string;
}

interface Delivery extends DeliveryKey {
  host: WebhookHost;
  event: string;
  problem: string | null;
  at: number;
}

/** Returns false for a repeat. A concurrent repeat waits here until the first delivery's transaction has ended. */
export async function takeDelivery(tx: Connection, { id: deliveryId, ...delivery }: Delivery): Promise<boolean> {
  const row = await tx
    .insertInto("webhookDeliveries")
    .values({ ...delivery, deliveryId, updateId: null })
    .onConflict((conflict) => conflict.columns(["projectId", "deliveryId"]).doNothing())
    .returning("deliveryId")
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  await recordProjectChange(tx, delivery.projectId, { kind: "webhook", subject: deliveryId }, delivery.at);
  return true;
}

/** The update that a delivery triggered. */
export async function findDeliveredUpdate(tx: Connection, { projectId, id }: DeliveryKey): Promise<string | undefined> {
  const row = await tx
    .selectFrom("webhookDeliveries")
    .select("updateId")
    .where("projectId", "=", projectId)
    .where("deliveryId", "=", id)
    .executeTakeFirst();
  return row?.updateId ?? undefined;
}

export async function recordDeliveredUpdate(
  tx: Connection,
  { projectId, id }: DeliveryKey,
  updateId: string,
): Promise<void> {
  await tx
    .updateTable("webhookDeliveries")
    .set({ updateId })
    .where("projectId", "=", projectId)
    .where("deliveryId", "=", id)
    .execute();
}

export async function listDeliveries(
  connection: Connection,
  projectId: string,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  return connection
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
}

interface Refusal extends WebhookRefusalRow {
  host: WebhookHost;
}

/** Replaces the project's oldest refusal. */
export async function recordRefusal(tx: Connection, refusal: Refusal): Promise<void> {
  const { projectId, host, problem, at } = refusal;
  const same = await tx
    .selectFrom("webhookRefusals")
    .select("id")
    .where("projectId", "=", projectId)
    .where("host", "=", host)
    .where("problem", "=", problem)
    .where("at", ">", at - refusalPauseMilliseconds)
    .executeTakeFirst();
  if (same !== undefined) {
    return;
  }
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
