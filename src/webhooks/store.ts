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

/** The update that a delivery triggered. */
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

interface Refusal {
  id: string;
  projectId: string;
  host: WebhookHost;
  event: string;
  problem: string;
  at: number;
}

/** Replaces the project's oldest refusal. */
export async function recordRefusal(tx: Connection, refusal: Refusal): Promise<void> {
  const { projectId, host, problem, at } = refusal;
  const same = await tx
    .selectFrom("webhook_refusals")
    .select("id")
    .where("project_id", "=", projectId)
    .where("host", "=", host)
    .where("problem", "=", problem)
    .where("at", ">", at - refusalPauseMilliseconds)
    .executeTakeFirst();
  if (same !== undefined) {
    return;
  }
  await tx
    .insertInto("webhook_refusals")
    .values({ id: refusal.id, project_id: projectId, host, event: refusal.event, problem, at })
    .execute();
  const kept = (await listRefusals(tx, projectId)).map(({ id }) => id);
  await tx.deleteFrom("webhook_refusals").where("project_id", "=", projectId).where("id", "not in", kept).execute();
  await recordProjectChange(tx, projectId, { kind: "webhook", subject: refusal.id }, at);
}

export async function listRefusals(connection: Connection, projectId: string): Promise<WebhookRefusalRow[]> {
  return connection
    .selectFrom("webhook_refusals")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(refusalsMax)
    .execute();
}

export async function sweepDeliveries(connection: Connection, takenBefore: number): Promise<void> {
  await connection.deleteFrom("webhook_deliveries").where("at", "<=", takenBefore).execute();
  await connection.deleteFrom("webhook_refusals").where("at", "<=", takenBefore).execute();
}
