import { sql } from "kysely";
import type { Connection } from "../../platform/db/database.ts";
import { newestFirst, type PageRequest } from "../../platform/db/newest-first.ts";
import type { OutgoingDeliveryRow } from "../../platform/db/tables/events.ts";
import { firstIdAt } from "../../platform/id.ts";

/** The result of an attempt. */
export type Attempt = Pick<
  OutgoingDeliveryRow,
  | "status"
  | "next_attempt_at"
  | "attempted_at"
  | "response_status"
  | "response_body"
  | "duration_milliseconds"
  | "problem"
>;

export async function countWaiting(tx: Connection, webhookId: string): Promise<number> {
  const row = await tx
    .selectFrom("outgoing_deliveries")
    .select((delivery) => delivery.fn.countAll<number | string>().as("count"))
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/**
 * Due deliveries, oldest first. If ordered, none until the oldest waiting delivery is due, so that none overtakes it.
 */
export async function listDue(
  connection: Connection,
  webhookId: string,
  { until, limit, isInOrder }: { until: number; limit: number; isInOrder: boolean },
): Promise<OutgoingDeliveryRow[]> {
  const due = await connection
    .selectFrom("outgoing_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .$if(!isInOrder, (rows) => rows.where("next_attempt_at", "<=", until).orderBy("next_attempt_at"))
    .orderBy("id")
    .limit(limit)
    .execute();
  return (due[0]?.next_attempt_at ?? 0) <= until ? due : [];
}

/** Makes all waiting deliveries due now. */
export async function hastenWaiting(tx: Connection, webhookId: string, now: number): Promise<void> {
  await tx
    .updateTable("outgoing_deliveries")
    .set({ next_attempt_at: now })
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .execute();
}

/** Postpones all due deliveries. */
export async function postponeDue(tx: Connection, webhookId: string, until: number, to: number): Promise<void> {
  await tx
    .updateTable("outgoing_deliveries")
    .set({ next_attempt_at: to })
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .where("next_attempt_at", "<=", until)
    .execute();
}

/** Does nothing if the delivery was given up or removed meanwhile. */
export async function recordAttempt(tx: Connection, id: string, attempt: Attempt): Promise<void> {
  await tx
    .updateTable("outgoing_deliveries")
    .set((delivery) => ({ ...attempt, attempts: delivery("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
}

/** Gives up all waiting deliveries, because the webhook was turned off or paused. */
export async function failWaiting(tx: Connection, webhookId: string, problem: string): Promise<void> {
  await tx
    .updateTable("outgoing_deliveries")
    .set((delivery) => ({
      status: "failed",
      next_attempt_at: null,
      problem: delivery.fn.coalesce("problem", delivery.val(problem)),
    }))
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .execute();
}

export async function listDeliveries(
  connection: Connection,
  webhookId: string,
  page: PageRequest<OutgoingDeliveryRow["status"]>,
): Promise<OutgoingDeliveryRow[]> {
  const query = connection.selectFrom("outgoing_deliveries").selectAll().where("webhook_id", "=", webhookId);
  return newestFirst(query, page).execute();
}

export async function findDelivery(
  connection: Connection,
  webhookId: string,
  id: string,
): Promise<OutgoingDeliveryRow | undefined> {
  return connection
    .selectFrom("outgoing_deliveries")
    .selectAll()
    .where("id", "=", id)
    .where("webhook_id", "=", webhookId)
    .executeTakeFirst();
}

/** Webhooks with deliveries that are overdue: their job was lost. */
export async function listOverdue(connection: Connection, until: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("outgoing_deliveries")
    .innerJoin("outgoing_webhooks", "outgoing_webhooks.id", "webhook_id")
    .select("webhook_id as id")
    .distinct()
    .where("state", "in", ["active", "failing"])
    .where("status", "=", "waiting")
    .where("next_attempt_at", "<=", until)
    .execute();
  return rows.map(({ id }) => id);
}

const sweptDeliveriesMax = 5_000;

export async function sweepDeliveries(connection: Connection, before: number): Promise<void> {
  await sql`delete from outgoing_deliveries where id in (
    select id from outgoing_deliveries where id < ${firstIdAt("dlv", before)}
    order by id limit ${sweptDeliveriesMax})`.execute(connection);
}
