import { sql } from "kysely";
import type { Connection } from "../../platform/db/database.ts";
import { newestFirst, type PageRequest } from "../../platform/db/newest-first.ts";
import type { OutgoingDeliveryRow } from "../../platform/db/tables/events.ts";
import { firstIdAt } from "../../platform/id.ts";

export type NewDelivery = Pick<
  OutgoingDeliveryRow,
  "id" | "webhook_id" | "project_id" | "event_id" | "event_type" | "event" | "created_at"
> & { is_redelivery?: number };

/** What an attempt found out. */
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

const unsent = {
  attempts: 0,
  attempted_at: null,
  response_status: null,
  response_body: null,
  duration_milliseconds: null,
} as const;

/** Waits to be sent; or has failed already, for a reason. */
export async function insertDelivery(tx: Connection, delivery: NewDelivery, problem?: string): Promise<void> {
  await tx
    .insertInto("outgoing_deliveries")
    .values({
      is_redelivery: 0,
      ...delivery,
      ...unsent,
      status: problem === undefined ? "waiting" : "failed",
      next_attempt_at: problem === undefined ? delivery.created_at : null,
      problem: problem ?? null,
    })
    .execute();
}

export async function countWaiting(tx: Connection, webhookId: string): Promise<number> {
  const row = await tx
    .selectFrom("outgoing_deliveries")
    .select((delivery) => delivery.fn.countAll<number | string>().as("count"))
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Those whose time has come, oldest first. */
export async function listDue(
  connection: Connection,
  webhookId: string,
  until: number,
  limit: number,
): Promise<OutgoingDeliveryRow[]> {
  return connection
    .selectFrom("outgoing_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .where("next_attempt_at", "<=", until)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Puts off all that are due. */
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

/** Gives up all that wait, because the webhook takes nothing any more. */
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
    .select("webhook_id as id")
    .distinct()
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
