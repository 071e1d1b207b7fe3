import type { Insertable, InsertObject } from "kysely";
import type { Connection } from "./database.ts";
import type { Tables } from "./tables.ts";

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;

export async function insertRow<Table extends keyof Tables>(tx: Connection, table: Table, row: Row<Table>) {
  await tx
    .insertInto(table)
    .values(row as InsertObject<Tables, Table>)
    .execute();
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
