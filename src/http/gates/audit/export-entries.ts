import { presentAuditEntry } from "../../../activity/audit/present-entry.ts";
import { type AuditEntry, listAuditEntries } from "../../../activity/audit/store.ts";
import { actionLabel } from "../../../contract/audit-actions.ts";
import type { AuditFilters } from "../../../contract/audit-operations.ts";
import { isoTime } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db/database.ts";

const entriesMax = 100_000;
const pageEntries = 500;

const columns: readonly { title: string; read(entry: AuditEntry): string }[] = [
  { title: "Time", read: ({ at }) => isoTime(at) },
  { title: "Actor", read: ({ actor }) => actor.name },
  { title: "Actor kind", read: ({ actor }) => actor.kind },
  { title: "Actor ID", read: ({ actor }) => actor.id },
  { title: "Action", read: ({ action }) => actionLabel(action) },
  { title: "Operation", read: ({ action }) => action },
  { title: "Target", read: ({ target }) => target?.name ?? "" },
  { title: "Target kind", read: ({ target }) => target?.kind ?? "" },
  { title: "Target ID", read: ({ target }) => target?.id ?? "" },
  { title: "Project", read: ({ projectName }) => projectName ?? "" },
  { title: "Project ID", read: ({ projectId }) => projectId ?? "" },
  { title: "Address", read: ({ address }) => address },
  { title: "Details", read: ({ details }) => JSON.stringify(details) },
  { title: "Entry ID", read: ({ id }) => id },
];

export interface ExportRequest {
  organizationId: string;
  filters: AuditFilters;
  signal: AbortSignal;
}

export async function* exportCsv(database: Database, request: ExportRequest): AsyncGenerator<string> {
  yield toRow(columns.map(({ title }) => title));
  for await (const entries of readPages(database, request)) {
    yield entries.map((entry) => toRow(columns.map(({ read }) => read(entry)))).join("");
  }
}

export async function* exportJson(database: Database, request: ExportRequest): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const entries of readPages(database, request)) {
    yield separator + entries.map((entry) => JSON.stringify(presentAuditEntry(entry))).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Reads page by page, so that neither memory use nor a transaction grows with the log. */
async function* readPages(
  { query }: Database,
  { organizationId, filters, signal }: ExportRequest,
): AsyncGenerator<AuditEntry[]> {
  let cursor: string | undefined;
  for (let count = 0; count < entriesMax && !signal.aborted; count += pageEntries) {
    const found = await listAuditEntries(query, organizationId, { ...filters, limit: pageEntries, cursor });
    const page = found.slice(0, pageEntries);
    if (page.length > 0) yield page;
    if (found.length <= pageEntries) return;
    cursor = page.at(-1)?.id;
  }
}

function toRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Spreadsheets evaluate a cell that begins like a formula, and anyone can choose the name of a job. A leading quote
 * turns the cell into text.
 */
function toCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
