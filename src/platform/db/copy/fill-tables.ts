import { sql } from "kysely";
import type { Connection, Database, Transaction } from "../database.ts";
import { migrateIn, migrations, schemaVersion } from "../migrate.ts";
import type { Migration } from "../migration.ts";
import { copiedTables, transientTables } from "./copied-tables.ts";
import { listTables, sumTables, type TableColumns } from "./read-tables.ts";
import { findDifference, type Row, type TableSum } from "./table-sum.ts";

export interface TableContent {
  /** The migrations that the content has been through. */
  schema: readonly string[];
  /** In the order of `copiedTables`. */
  pages: AsyncIterable<TablePage>;
  /** May be called only after all pages have been read. */
  sums: () => Readonly<Record<string, TableSum>>;
}

export interface TablePage {
  table: string;
  columns: readonly string[];
  rows: readonly Row[];
}

/**
 * Replaces everything in the database: creates the tables as they were when the content was copied, fills them, compares
 * them with the original and migrates them to this version. All in one transaction, so an interruption changes nothing.
 */
export async function fillTables(
  tx: Transaction,
  dialect: Database["dialect"],
  content: TableContent,
  known: readonly Migration[] = migrations,
): Promise<void> {
  assertKnownSchema(content.schema, known);
  await dropTables(tx, dialect);
  await migrateIn(tx, dialect, known.slice(0, content.schema.length));
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  for await (const { table, columns, rows } of content.pages) {
    const target = tables.get(table);
    if (target === undefined || target.columns.join() !== columns.join()) {
      throw new CopyProblem(`the table ${JSON.stringify(table)} in the copy does not match the copy's schema`);
    }
    await insertRows(tx, target, rows);
  }
  const difference = findDifference(content.sums(), await sumTables(tx));
  if (difference !== undefined) {
    throw new CopyProblem(`the copy of the table ${difference} differs from the original`);
  }
  await migrateIn(tx, dialect, known);
  if (dialect === "postgres") {
    await sql`select setval(pg_get_serial_sequence('changes', 'sequence'), greatest(max(sequence), 1)) from changes`.execute(
      tx,
    );
  }
}

/** The copy can't be used. The message is the end of a sentence that the caller begins. */
export class CopyProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CopyProblem";
  }
}

export function assertKnownSchema(schema: readonly string[], known: readonly Migration[] = migrations): void {
  if (schema.some((name, index) => known[index]?.name !== name)) {
    throw new CopyProblem(
      `it has schema ${schema.length}, which is newer than this version of Lectern (schema ${known.length}); use the version that created it, or a newer one`,
    );
  }
}

/**
 * Throws if a newer version has migrated the database. This version could run on it, but doesn't know all of its
 * tables.
 */
export async function assertOwnSchema(connection: Connection): Promise<void> {
  if ((await schemaVersion(connection)) !== migrations.length) {
    throw new CopyProblem("a newer version of Lectern has migrated the database; use that version");
  }
}

async function dropTables(tx: Transaction, dialect: Database["dialect"]): Promise<void> {
  const names = [...copiedTables.map(({ name }) => name), ...transientTables, "schema_migrations"];
  const cascade = dialect === "postgres" ? sql`cascade` : sql``;
  for (const name of names.reverse()) {
    await sql`drop table if exists ${sql.table(name)} ${cascade}`.execute(tx);
  }
}

async function insertRows(tx: Transaction, { name, columns }: TableColumns, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join([...row])})`));
  await sql`insert into ${sql.table(name)} (${names}) values ${values}`.execute(tx);
}
