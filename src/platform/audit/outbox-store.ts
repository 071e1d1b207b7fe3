import { sql } from "kysely";
import type { Connection } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { type AuditEntry, toEntry } from "./store.ts";

export const auditDeliveryKind = "audit.deliver";

/** Notes the entry for delivery if the organization sends its log somewhere. Returns whether it does. */
export async function addToOutbox(tx: Connection, organizationId: string, entryId: string): Promise<boolean> {
  const added = await sql`insert into audit_outbox (organization_id, entry_id)
    select organization_id, cast(${entryId} as text) from audit_streams where organization_id = ${organizationId}
    returning entry_id`.execute(tx);
  return added.rows.length > 0;
}

/** Deliveries of one organization never run at the same time, so one that finds nothing left simply ends. */
export async function enqueueDelivery(
  queue: Pick<Queue, "enqueue">,
  tx: Connection,
  organizationId: string,
  { id, runAt }: { id: string; runAt?: number },
): Promise<void> {
  const job = { id, kind: auditDeliveryKind, group: organizationId, payload: { organizationId } };
  await queue.enqueue(tx, { ...job, ...(runAt !== undefined && { runAt }) });
}

/** Oldest first. */
export async function readOutbox(connection: Connection, organizationId: string, limit: number): Promise<AuditEntry[]> {
  const rows = await connection
    .selectFrom("audit_outbox")
    .innerJoin("audit_entries", "audit_entries.id", "audit_outbox.entry_id")
    .selectAll("audit_entries")
    .where("audit_outbox.organization_id", "=", organizationId)
    .orderBy("audit_outbox.entry_id")
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

export async function countOutbox(connection: Connection, organizationId: string): Promise<number> {
  const row = await connection
    .selectFrom("audit_outbox")
    .select((outbox) => outbox.fn.countAll<number | string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** One entry, or all of the organization. */
export async function deleteFromOutbox(tx: Connection, organizationId: string, entryId?: string): Promise<void> {
  await tx
    .deleteFrom("audit_outbox")
    .where("organization_id", "=", organizationId)
    .$if(entryId !== undefined, (rows) => rows.where("entry_id", "=", entryId ?? ""))
    .execute();
}

/** Organizations with something to deliver: commands enqueue nothing themselves. */
export async function listWaiting(connection: Connection, now: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("audit_streams")
    .select("organization_id as id")
    .where("state", "<>", "stopped")
    .where("retry_at", "<=", now)
    .where("organization_id", "in", (outbox) => outbox.selectFrom("audit_outbox").select("organization_id"))
    .execute();
  return rows.map(({ id }) => id);
}

/** Entries that were swept before they could be delivered. */
export async function sweepOutbox(connection: Connection): Promise<void> {
  await connection
    .deleteFrom("audit_outbox")
    .where("entry_id", "not in", (entries) => entries.selectFrom("audit_entries").select("id"))
    .execute();
}
