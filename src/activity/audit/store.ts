import type { SelectQueryBuilder } from "kysely";
import { auditActions } from "../../contract/audit-actions.ts";
import type { AuditFilters } from "../../contract/audit-operations.ts";
import { containsText } from "../../platform/db/contains-text.ts";
import type { Connection } from "../../platform/db/database.ts";
import { newestFirst } from "../../platform/db/newest-first.ts";
import type { AuditRow, Tables } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";

export interface AuditEntry
  extends Pick<AuditRow, "id" | "organizationId" | "projectId" | "projectName" | "action" | "address" | "at"> {
  actor: { kind: AuditRow["actorKind"]; id: string; name: string };
  details: Record<string, string>;
  /** Null in entries of earlier versions. */
  target: { kind: string; id: string; name: string } | null;
}

export async function insertAuditEntry(tx: Connection, entry: AuditEntry): Promise<void> {
  const { actor, target, ...columns } = entry;
  const row = {
    ...columns,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    details: JSON.stringify(entry.details),
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
  };
  await tx.insertInto("auditEntries").values(row).execute();
}

/** Newest first. Returns one row more than the limit, so callers can tell whether there is a next page. */
export async function listAuditEntries(
  connection: Connection,
  organizationId: string,
  { limit, cursor, ...filters }: AuditFilters & { limit: number; cursor?: string | undefined },
): Promise<AuditEntry[]> {
  const query = connection.selectFrom("auditEntries").selectAll().where("organizationId", "=", organizationId);
  return (await newestFirst(filterEntries(query, filters), { limit, cursor }).execute()).map(toEntry);
}

type EntryQuery = SelectQueryBuilder<Tables, "auditEntries", AuditRow>;

function filterEntries(query: EntryQuery, filters: AuditFilters): EntryQuery {
  const { projectId, actor, action, target, from, to, text } = filters;
  return query
    .$if(projectId !== undefined, (rows) => rows.where("projectId", "=", projectId ?? ""))
    .$if(action !== undefined, (rows) => rows.where("action", "=", action ?? ""))
    .$if(from !== undefined, (rows) => rows.where("at", ">=", timeOf(from ?? "")))
    .$if(to !== undefined, (rows) => rows.where("at", "<", timeOf(to ?? "")))
    .$if(actor !== undefined, (rows) =>
      rows.where(({ or, eb }) => or([eb("actorId", "=", actor ?? ""), containsText("actorName", actor ?? "")])),
    )
    .$if(target !== undefined, (rows) =>
      rows.where(({ or, eb }) => or([eb("targetId", "=", target ?? ""), containsText("targetName", target ?? "")])),
    )
    .$if(text !== undefined, (rows) =>
      rows.where(({ or, eb }) =>
        or([...searched.map((name) => containsText(name, text ?? "")), eb("action", "in", actionsLike(text ?? ""))]),
      ),
    );
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new AppError("bad_request", `Invalid time: ${text}.`);
  return time;
}

const searched = ["actorName", "targetName", "projectName", "details", "address"] as const;

/** The actions whose readable name contains the text. The list is never empty, so that it can be used in a query. */
function actionsLike(text: string): string[] {
  const wanted = text.toLowerCase();
  const found = Object.entries(auditActions).filter(([, { label }]) => label.toLowerCase().includes(wanted));
  return [text, ...found.map(([name]) => name)];
}

export async function sweepAuditEntries(connection: Connection, writtenBefore: number): Promise<void> {
  await connection.deleteFrom("auditEntries").where("at", "<", writtenBefore).execute();
}

function toEntry(row: AuditRow): AuditEntry {
  const { actorKind, actorId, actorName, targetKind, targetId, targetName, ...entry } = row;
  return {
    ...entry,
    actor: { kind: actorKind, id: actorId, name: actorName },
    details: JSON.parse(entry.details),
    target: targetKind === null ? null : { kind: targetKind, id: targetId ?? "", name: targetName ?? "" },
  };
}
