import { type SelectQueryBuilder, sql } from "kysely";
import { auditActions } from "../../contract/audit-actions.ts";
import type { AuditFilters } from "../../contract/audit-schemas.ts";
import type { Connection } from "../../platform/db/database.ts";
import { newestFirst } from "../../platform/db/newest-first.ts";
import type { AuditRow } from "../../platform/db/tables/accounts.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";

export interface AuditEntry {
  id: string;
  organizationId: string;
  projectId: string | null;
  actor: { kind: AuditRow["actor_kind"]; id: string; name: string };
  action: string;
  details: Record<string, string>;
  address: string;
  at: number;
  /** The project's name at the time of the action. */
  projectName: string | null;
  /** Null in entries of earlier versions. */
  target: { kind: string; id: string; name: string } | null;
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
      project_name: entry.projectName,
      target_kind: entry.target?.kind ?? null,
      target_id: entry.target?.id ?? null,
      target_name: entry.target?.name ?? null,
    })
    .execute();
}

/** Newest first. Returns one row more than the limit, so callers can tell whether there is a next page. */
export async function listAuditEntries(
  connection: Connection,
  organizationId: string,
  { limit, cursor, ...filters }: AuditFilters & { limit: number; cursor?: string | undefined },
): Promise<AuditEntry[]> {
  const query = connection.selectFrom("audit_entries").selectAll().where("organization_id", "=", organizationId);
  return (await newestFirst(filterEntries(query, filters), { limit, cursor }).execute()).map(toEntry);
}

type EntryQuery = SelectQueryBuilder<Tables, "audit_entries", AuditRow>;

function filterEntries(query: EntryQuery, filters: AuditFilters): EntryQuery {
  const { projectId, actor, action, target, from, to, text } = filters;
  return query
    .$if(projectId !== undefined, (rows) => rows.where("project_id", "=", projectId ?? ""))
    .$if(action !== undefined, (rows) => rows.where("action", "=", action ?? ""))
    .$if(from !== undefined, (rows) => rows.where("at", ">=", timeOf(from ?? "")))
    .$if(to !== undefined, (rows) => rows.where("at", "<", timeOf(to ?? "")))
    .$if(actor !== undefined, (rows) =>
      rows.where(({ or, eb }) => or([eb("actor_id", "=", actor ?? ""), contains("actor_name", actor ?? "")])),
    )
    .$if(target !== undefined, (rows) =>
      rows.where(({ or, eb }) => or([eb("target_id", "=", target ?? ""), contains("target_name", target ?? "")])),
    )
    .$if(text !== undefined, (rows) =>
      rows.where(({ or, eb }) =>
        or([...searched.map((name) => contains(name, text ?? "")), eb("action", "in", actionsLike(text ?? ""))]),
      ),
    );
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new AppError("bad_request", `Invalid time: ${text}.`);
  return time;
}

const searched = ["actor_name", "target_name", "project_name", "details", "address"] as const;

/** The actions whose readable name contains the text. The list is never empty, so that it can be used in a query. */
function actionsLike(text: string): string[] {
  const wanted = text.toLowerCase();
  const found = Object.entries(auditActions).filter(([, { label }]) => label.toLowerCase().includes(wanted));
  return [text, ...found.map(([name]) => name)];
}

function contains(column: (typeof searched)[number], text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
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
    projectName: row.project_name,
    target:
      row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id ?? "", name: row.target_name ?? "" },
  };
}
