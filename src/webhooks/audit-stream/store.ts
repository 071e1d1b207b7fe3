import type { Connection } from "../../platform/db/database.ts";
import type { AuditStreamRow } from "../../platform/db/tables/accounts.ts";

export async function findStream(connection: Connection, organizationId: string): Promise<AuditStreamRow | undefined> {
  return connection
    .selectFrom("audit_streams")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/** A new address starts without the failures of the old one. */
export async function saveStream(
  tx: Connection,
  stream: Pick<AuditStreamRow, "organization_id" | "url" | "secret" | "set_by" | "set_at">,
): Promise<void> {
  const { organization_id, ...changed } = stream;
  const fresh = { state: "active", failures: 0, failing_since: null, retry_at: 0, last_error: null } as const;
  await tx
    .insertInto("audit_streams")
    .values({ organization_id, ...changed, ...fresh, delivered_at: null })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet({ ...changed, ...fresh }))
    .execute();
}

export async function updateStream(
  tx: Connection,
  organizationId: string,
  changes: Partial<Omit<AuditStreamRow, "organization_id">>,
): Promise<void> {
  await tx.updateTable("audit_streams").set(changes).where("organization_id", "=", organizationId).execute();
}

export async function deleteStream(tx: Connection, organizationId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("audit_streams")
    .where("organization_id", "=", organizationId)
    .returning("url")
    .executeTakeFirst();
  return row?.url;
}

export async function listStreams(connection: Connection): Promise<AuditStreamRow[]> {
  return connection.selectFrom("audit_streams").selectAll().orderBy("organization_id").execute();
}
