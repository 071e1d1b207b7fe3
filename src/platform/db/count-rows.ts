import type { SelectQueryBuilder } from "kysely";
import type { Tables } from "./tables.ts";

/** How many rows the query finds. PostgreSQL returns counts as text. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const row = await query.select((rows) => rows.fn.countAll<number | string>().as("count")).executeTakeFirst();
  return Number(row?.count ?? 0);
}
