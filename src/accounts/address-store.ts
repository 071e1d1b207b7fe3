import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { putRow } from "../platform/db/rows.ts";

const addressesPerUserMax = 20;

/** Whether the user has signed in from this address before. */
export async function isKnownAddress(connection: Connection, userId: string, address: string): Promise<boolean> {
  const known = connection.selectFrom("knownAddresses").select("userId");
  return hasRow(known.where("userId", "=", userId).where("address", "=", address));
}

/** Remembers the address a user signed in from. The oldest addresses are dropped. */
export async function rememberAddress(tx: Connection, userId: string, address: string, now: number): Promise<void> {
  await putRow(tx, "knownAddresses", ["userId", "address"], { userId, address, usedAt: now });
  const kept = tx
    .selectFrom("knownAddresses")
    .select("address")
    .where("userId", "=", userId)
    .orderBy("usedAt", "desc")
    .limit(addressesPerUserMax);
  await tx.deleteFrom("knownAddresses").where("userId", "=", userId).where("address", "not in", kept).execute();
}

export async function sweepAddresses(connection: Connection, before: number): Promise<void> {
  await connection.deleteFrom("knownAddresses").where("usedAt", "<", before).execute();
}
