import type { Connection } from "../platform/db/database.ts";

const addressesPerUserMax = 20;

/** Whether the user has signed in from this address before. */
export async function isKnownAddress(connection: Connection, userId: string, address: string): Promise<boolean> {
  const row = await connection
    .selectFrom("known_addresses")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("address", "=", address)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers the address a user signed in from. The oldest addresses are dropped. */
export async function rememberAddress(tx: Connection, userId: string, address: string, now: number): Promise<void> {
  await tx
    .insertInto("known_addresses")
    .values({ user_id: userId, address, used_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "address"]).doUpdateSet({ used_at: now }))
    .execute();
  const kept = tx
    .selectFrom("known_addresses")
    .select("address")
    .where("user_id", "=", userId)
    .orderBy("used_at", "desc")
    .limit(addressesPerUserMax);
  await tx.deleteFrom("known_addresses").where("user_id", "=", userId).where("address", "not in", kept).execute();
}

export async function sweepAddresses(connection: Connection, before: number): Promise<void> {
  await connection.deleteFrom("known_addresses").where("used_at", "<", before).execute();
}
