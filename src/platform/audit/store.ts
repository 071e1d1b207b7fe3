import type { Connection } from "../db/database.ts";
import { newestFirst } from "../db/newest-first.ts";
import type { AuditRow } from "../db/tables/accounts.ts";

export interface AuditEntry {
  id: string;
  organizationId: string;
  projectId: string | null;
  actor: { kind: AuditRow["actor_kind"]; id: string; name: string };
  action: string;
  details: Record<string, string>;
  address: string;
  at: number;
}

export async function insertAuditEntry(tx: Connection, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto("audit_entries")
    .values({
      id: entry.id,
      organization_id: entry.organizationId,
      project_id: entry.projectId,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      details: JSON.stringify(entry.details),
      address: entry.address,
      at: entry.at,
    })
    .execute();
}

/** Newest first. Returns one row more than the limit, so callers can tell whether there is a next page. */
export async function listAuditEntries(
  connection: Connection,
  organizationId: string,
  page: { projectId?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<AuditEntry[]> {
  let query = connection.selectFrom("audit_entries").selectAll().where("organization_id", "=", organizationId);
  if (page.projectId !== undefined) {
    query = query.where("project_id", "=", page.projectId);
  }
  return (await newestFirst(query, page).execute()).map(toEntry);
}

export async function sweepAuditEntries(connection: Connection, writtenBefore: number): Promise<void> {
  await connection.deleteFrom("audit_entries").where("at", "<", writtenBefore).execute();
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    details: JSON.parse(row.details),
    address: row.address,
    at: row.at,
  };
}
