import { sql } from "kysely";
import type { Connection, SqlValue } from "../database.ts";
import { type CopiedTable, copiedTables } from "./copied-tables.ts";
import { type Row, type TableSum, TableSummer } from "./table-sum.ts";

export interface TableColumns extends CopiedTable {
  /** In alphabetical order, so that both databases return the same order. */
  columns: readonly string[];
}

/** The number of rows in memory at a time. */
export const pageRows = 200;

/** The existing tables, in an order in which they can be filled. */
export async function listTables(connection: Connection): Promise<TableColumns[]> {
  const found = (await connection.introspection.getTables()).filter(({ schema }) => schema !== "pgboss");
  const existing = new Map(found.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  return copiedTables.flatMap((table) => {
    const columns = existing.get(table.name);
    return columns === undefined ? [] : [{ ...table, columns: columns.sort() }];
  });
}

/** All rows of a table, page by page. */
export async function* readTable(connection: Connection, { name, key, columns }: TableColumns): AsyncGenerator<Row[]> {
  const order = sql.join(key.map((column) => sql.ref(column)));
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  let after: Record<string, SqlValue> | undefined;
  for (let isLast = false; !isLast; ) {
    const last = after;
    const rest = last === undefined ? sql`` : sql`where (${order}) > (${sql.join(key.map((column) => last[column]))})`;
    const { rows } = await sql<Record<string, SqlValue>>`
      select ${selected} from ${sql.table(name)} ${rest} order by ${order} limit ${sql.lit(pageRows)}`.execute(
      connection.withoutPlugins(),
    );
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
    after = rows.at(-1);
    isLast = rows.length < pageRows;
  }
}

/** The count and digest of every table. */
export async function sumTables(connection: Connection): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {};
  for (const table of await listTables(connection)) {
    const summer = new TableSummer();
    for await (const page of readTable(connection, table)) {
      page.forEach((row) => {
        summer.add(row);
      });
    }
    sums[table.name] = summer.sum();
  }
  return sums;
}

export async function hasRows(connection: Connection): Promise<boolean> {
  for (const { name } of await listTables(connection)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(connection);
    if (rows.length > 0) {
      return true;
    }
  }
  return false;
}
