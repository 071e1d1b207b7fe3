import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Whether a column contains a text, ignoring case. */
export function containsText(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}
