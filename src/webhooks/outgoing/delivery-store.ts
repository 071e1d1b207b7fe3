import { sql } from "kysely";
import { countRows } from "../../platform/db/count-rows.ts";
import type { Connection } from "../../platform/db/database.ts";
import { newestFirst, type PageRequest } from "../../platform/db/newest-first.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { OutgoingDeliveryRow } from "../../platform/db/tables.ts";
import { firstIdAt } from "../../platform/id.ts";

type DeliveryStatus = OutgoingDeliveryRow["status"];

/** The result of an attempt. */
export type Attempt = Pick<
  OutgoingDeliveryRow,
  "status" | "nextAttemptAt" | "attemptedAt" | "responseStatus" | "responseBody" | "durationMilliseconds" | "problem"
>;

export async function countWaiting(tx: Connection, webhookId: string): Promise<number> {
  return countRows(tx.selectFrom("outgoingDeliveries").where((row) => row.and({ webhookId, status: "waiting" })));
}

/**
 * Due deliveries, oldest first. With `isInOrder`, there are none until the oldest waiting delivery is due, so that no
 * other delivery overtakes it.
 */
export async function listDue(
  connection: Connection,
  webhookId: string,
  { until, limit, isInOrder }: { until: number; limit: number; isInOrder: boolean },
): Promise<OutgoingDeliveryRow[]> {
  const due = await connection
    .selectFrom("outgoingDeliveries")
    .selectAll()
    .where((row) => row.and({ webhookId, status: "waiting" }))
    .$if(!isInOrder, (rows) => rows.where("nextAttemptAt", "<=", until).orderBy("nextAttemptAt"))
    .orderBy("id")
    .limit(limit)
    .execute();
  return (due[0]?.nextAttemptAt ?? 0) <= until ? due : [];
}

/** Makes all waiting deliveries due now. */
export async function hastenWaiting(tx: Connection, webhookId: string, now: number): Promise<void> {
  await updateWaiting(tx, webhookId).set({ nextAttemptAt: now }).execute();
}

/** Postpones all due deliveries. */
export async function postponeDue(tx: Connection, webhookId: string, until: number, to: number): Promise<void> {
  await updateWaiting(tx, webhookId).set({ nextAttemptAt: to }).where("nextAttemptAt", "<=", until).execute();
}

/** Does nothing if the delivery was given up or removed meanwhile. */
export async function recordAttempt(tx: Connection, id: string, attempt: Attempt): Promise<void> {
  await tx
    .updateTable("outgoingDeliveries")
    .set((delivery) => ({ ...attempt, attempts: delivery("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
}

/** Gives up all waiting deliveries, because the webhook was turned off or paused. */
export async function failWaiting(tx: Connection, webhookId: string, problem: string): Promise<void> {
  await updateWaiting(tx, webhookId)
    .set({ status: "failed", nextAttemptAt: null, problem: sql`coalesce(problem, ${problem})` })
    .execute();
}

function updateWaiting(tx: Connection, webhookId: string) {
  return tx.updateTable("outgoingDeliveries").where((row) => row.and({ webhookId, status: "waiting" }));
}

export async function listDeliveries(connection: Connection, webhookId: string, page: PageRequest<DeliveryStatus>) {
  const query = connection.selectFrom("outgoingDeliveries").selectAll().where("webhookId", "=", webhookId);
  return newestFirst(query, page).execute();
}

export async function findDelivery(connection: Connection, webhookId: string, id: string) {
  return findRow(connection, "outgoingDeliveries", { id, webhookId });
}

/** Webhooks with deliveries that are overdue: their job was lost. */
export async function listOverdue(connection: Connection, until: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("outgoingDeliveries")
    .innerJoin("outgoingWebhooks", "outgoingWebhooks.id", "webhookId")
    .select("webhookId as id")
    .distinct()
    .where("state", "in", ["active", "failing"])
    .where("status", "=", "waiting")
    .where("nextAttemptAt", "<=", until)
    .execute();
  return rows.map(({ id }) => id);
}

const sweptDeliveriesMax = 5_000;

export async function sweepDeliveries(connection: Connection, before: number): Promise<void> {
  await sql`delete from outgoing_deliveries where id in (
    select id from outgoing_deliveries where id < ${firstIdAt("dlv", before)}
    order by id limit ${sweptDeliveriesMax})`.execute(connection);
}
