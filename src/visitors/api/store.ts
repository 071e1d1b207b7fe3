import type { Connection } from "../../platform/db/database.ts";

/** The salt of a day; the one given is taken where the day has none. Nodes that ask together get the same. */
export async function openSalt(connection: Connection, day: string, salt: string): Promise<string> {
  const row = await connection
    .insertInto("visitor_salts")
    .values({ day, salt })
    .onConflict((conflict) => conflict.column("day").doUpdateSet({ day }))
    .returning("salt")
    .executeTakeFirstOrThrow();
  return row.salt;
}

/** Forgets the salts of days before this one: whoever came then can be recognised no more. */
export async function deleteSalts(connection: Connection, beforeDay: string): Promise<void> {
  await connection.deleteFrom("visitor_salts").where("day", "<", beforeDay).execute();
}
