import { type Insertable, type InsertObject, type Selectable, sql, type Updateable } from "kysely";
import type { Connection } from "./database.ts";
import type { Tables } from "./tables.ts";

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;
type Key<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;

export async function insertRow<Table extends keyof Tables>(tx: Connection, table: Table, row: Row<Table>) {
  await tx
    .insertInto(table)
    .values(row as InsertObject<Tables, Table>)
    .execute();
}

/** Inserts a row, unless there is one with this key. Returns whether it was inserted. */
export async function insertOnce<Table extends keyof Tables>(
  tx: Connection,
  table: Table,
  key: readonly (keyof Row<Table> & string)[],
  row: Row<Table>,
): Promise<boolean> {
  const inserted = tx
    .insertInto(table)
    .values(row as InsertObject<Tables, Table>)
    .onConflict((conflict) => conflict.columns(key as never).doNothing());
  return (await inserted.returning(key as never).executeTakeFirst()) !== undefined;
}

/** Inserts a row, or changes all other columns of the one with this key. */
export async function putRow<Table extends keyof Tables>(
  tx: Connection,
  table: Table,
  key: readonly (keyof Row<Table> & string)[],
  row: Row<Table>,
) {
  const changes = Object.entries(row).filter(([column]) => !key.some((name) => name === column));
  await tx
    .insertInto(table)
    .values(row as InsertObject<Tables, Table>)
    .onConflict((conflict) => conflict.columns(key as never).doUpdateSet(Object.fromEntries(changes) as never))
    .execute();
}

/** The row with these values. */
export async function findRow<Table extends keyof Tables>(
  connection: Connection,
  table: Table,
  key: Key<Table>,
): Promise<Selectable<Tables[Table]> | undefined> {
  const rows = connection.selectFrom(table as keyof Tables).selectAll();
  return rows.where((row) => row.and(key)).executeTakeFirst() as Promise<Selectable<Tables[Table]> | undefined>;
}

export async function updateRows<Table extends keyof Tables>(
  tx: Connection,
  table: Table,
  key: Key<Table>,
  changes: Updateable<Tables[Table]>,
) {
  const rows = tx.updateTable(table as keyof Tables).set(changes);
  await rows.where((row) => row.and(key)).execute();
}

/** Finds a row and locks it until the transaction ends: writing a row locks it in both databases. */
export async function lockRow<Table extends keyof Tables>(
  tx: Connection,
  table: Table,
  key: Key<Table>,
): Promise<Selectable<Tables[Table]> | undefined> {
  const same = Object.fromEntries(Object.keys(key).map((name) => [name, sql.ref(name)]));
  const rows = tx.updateTable(table as keyof Tables).set(same as never);
  const locked = rows.where((row) => row.and(key)).returningAll();
  return locked.executeTakeFirst() as Promise<Selectable<Tables[Table]> | undefined>;
}

export async function deleteRows<Table extends keyof Tables>(tx: Connection, table: Table, key: Key<Table>) {
  const rows = tx.deleteFrom(table as keyof Tables);
  await rows.where((row) => row.and(key)).execute();
}

/** Deletes the rows whose time in this column is now or in the past. */
export async function deleteExpired<Table extends keyof Tables>(
  connection: Connection,
  table: Table,
  column: keyof Tables[Table] & string,
  now: number,
) {
  const rows = connection.deleteFrom(table as keyof Tables);
  await rows.where(sql.ref(column), "<=", now).execute();
}

/** Turns sums and counts into numbers, because PostgreSQL returns them as text. */
export function numbers<Sums extends Record<string, number>>(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])) as Sums;
}
