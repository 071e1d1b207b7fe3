import type { Connection } from "../../platform/db/database.ts";

/** Returns the stored salt of a day, or stores the given one if there is none. Concurrent nodes get the same salt. */
export async function openSalt(connection: Connection, day: string, salt: string): Promise<string> {
  const row = await connection
    .insertInto("visitorSalts")
    .values({ day, salt })
    .onConflict((conflict) => conflict.column("day").doUpdateSet({ day }))
    .returning("salt")
    .executeTakeFirstOrThrow();
  return row.salt;
}

/** Deletes the salts of earlier days, after which their visitors can no longer be recognized. */
export async function deleteSalts(connection: Connection, beforeDay: string): Promise<void> {
  await connection.deleteFrom("visitorSalts").where("day", "<", beforeDay).execute();
}
