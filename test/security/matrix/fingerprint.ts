import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../../src/platform/db/database.ts";
import type { Installation } from "../../support/server.ts";

/** Everything that is stored: the rows of each table, and the files of repositories and artifacts. */
export type Fingerprint = ReadonlyMap<string, ReadonlySet<string>>;

/** Tables that refused requests may change: counts of attempts, slots of streams, and reasons for refusing webhooks. */
const unrelatedTables = new Set(["rate_limits", "shared_slots", "webhook_refusals", "sqlite_sequence"]);
const isRefusedWebhook = (table: string, row: Record<string, unknown>) =>
  table === "changes" && String(row.subject).startsWith("whr_");
/** The time and address of the last use of accepted keys and tokens are written every few seconds. */
const unrelatedColumns = new Set(["lastUsedAt", "lastUsedAddress"]);
const databaseFile = /^lectern\.db/;

export async function takeFingerprint({ node, storage }: Installation): Promise<Fingerprint> {
  const parts = new Map<string, ReadonlySet<string>>();
  for (const table of await listTables(node.database)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.raw(table)}`.execute(node.database.query);
    parts.set(table, new Set(rows.filter((row) => !isRefusedWebhook(table, row)).map(toText)));
  }
  return parts.set("files", new Set(listFiles(storage.dataFolder)));
}

/** The rows that were added and removed in between, by table. Empty if nothing changed. */
export function changesBetween(before: Fingerprint, after: Fingerprint): Record<string, string[]> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes = [...names].map((name): [string, string[]] => {
    const [old, current] = [before.get(name) ?? new Set<string>(), after.get(name) ?? new Set<string>()];
    const removed = [...old].filter((row) => !current.has(row)).map((row) => `- ${row}`);
    return [name, [...removed, ...[...current].filter((row) => !old.has(row)).map((row) => `+ ${row}`)]];
  });
  return Object.fromEntries(changes.filter(([, rows]) => rows.length > 0));
}

async function listTables({ dialect, query }: Database): Promise<string[]> {
  const { rows } =
    dialect === "sqlite"
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(query)
      : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(query);
  const tables = rows.map(({ name }) => name).filter((name) => !unrelatedTables.has(name));
  return dialect === "sqlite" ? tables : [...tables, "pgboss.job"];
}

function toText(row: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(row).filter(([name]) => !unrelatedColumns.has(name)));
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !databaseFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${relative(folder, path)} ${size} ${mtimeMs}`;
    });
}
