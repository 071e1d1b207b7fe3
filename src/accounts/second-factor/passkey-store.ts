import type { Connection } from "../../platform/db/database.ts";
import { insertOnce } from "../../platform/db/rows.ts";
import type { PasskeyRow } from "../../platform/db/tables.ts";

export interface Passkey extends Omit<PasskeyRow, "transports"> {
  transports: string[];
}

/** Returns false if the credential is already registered. */
export async function insertPasskey(tx: Connection, passkey: Passkey): Promise<boolean> {
  const row = { ...passkey, transports: JSON.stringify(passkey.transports) };
  return insertOnce(tx, "passkeys", ["credentialId"], row);
}

export async function listPasskeys(connection: Connection, userId: string): Promise<Passkey[]> {
  const rows = await connection.selectFrom("passkeys").selectAll().where("userId", "=", userId).orderBy("id").execute();
  return rows.map(toPasskey);
}

export async function findPasskey(connection: Connection, credentialId: string): Promise<Passkey | undefined> {
  const passkeys = connection.selectFrom("passkeys").selectAll();
  const row = await passkeys.where("credentialId", "=", credentialId).executeTakeFirst();
  return row && toPasskey(row);
}

export async function recordPasskeyUse(tx: Connection, id: string, signCount: number, now: number): Promise<void> {
  await tx.updateTable("passkeys").set({ signCount, lastUsedAt: now }).where("id", "=", id).execute();
}

/** Returns the name of the passkey, or undefined if the user has no such passkey. */
export async function deletePasskey(tx: Connection, userId: string, id: string): Promise<string | undefined> {
  const deleted = tx
    .deleteFrom("passkeys")
    .where((row) => row.and({ id, userId }))
    .returning("name");
  return (await deleted.executeTakeFirst())?.name;
}

export async function deletePasskeys(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom("passkeys").where("userId", "=", userId).execute();
}

function toPasskey(row: PasskeyRow): Passkey {
  return { ...row, transports: JSON.parse(row.transports) };
}
