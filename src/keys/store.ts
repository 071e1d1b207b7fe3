import { hash } from "node:crypto";
import type { Scope } from "../contract/operation.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { inLockOrder } from "../platform/db/lock-order.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { KeyRow } from "../platform/db/tables.ts";

export interface Key extends Omit<KeyRow, "hash" | "scopes" | "allowedAddresses" | "allowedOrigins"> {
  scopes: Scope[];
  allowedAddresses: string[];
  allowedOrigins: string[];
}

export type FindKeyByHash = (hash: string) => Promise<Key | undefined>;

export function prepareFindKeyByHash(database: Database): FindKeyByHash {
  const read = database.prepare<KeyRow>("select * from keys where hash = ?");
  return async (keyHash) => {
    const row = await read.first([keyHash]);
    return row && toKey(row);
  };
}

/** Only hashes of keys are stored. */
export function hashKey(secret: string): string {
  return hash("sha256", secret, "base64url");
}

export async function insertKey(tx: Connection, key: Key, secret: string): Promise<void> {
  await insertRow(tx, "keys", {
    ...key,
    hash: hashKey(secret),
    scopes: JSON.stringify(key.scopes),
    allowedAddresses: JSON.stringify(key.allowedAddresses),
    allowedOrigins: JSON.stringify(key.allowedOrigins),
  });
}

export async function listKeys(connection: Connection, organizationId: string): Promise<Key[]> {
  const keys = connection.selectFrom("keys").selectAll().where("organizationId", "=", organizationId);
  return (await keys.orderBy("id").execute()).map(toKey);
}

export async function findKeyName(connection: Connection, id: string): Promise<string | undefined> {
  const row = await connection.selectFrom("keys").select("name").where("id", "=", id).executeTakeFirst();
  return row?.name;
}

/** Returns the key if it exists. Revoking a key again keeps the original time. */
export async function revokeKey(connection: Connection, id: string, now: number): Promise<Key | undefined> {
  const row = await connection
    .updateTable("keys")
    .set((key) => ({ revokedAt: key.fn.coalesce("revokedAt", key.val(now)) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toKey(row);
}

/** Never sets a time back: another node may already have written a later use. */
export async function recordKeyUse(connection: Connection, uses: ReadonlyMap<string, { at: number }>): Promise<void> {
  for (const [id, { at }] of inLockOrder(uses, ([key]) => key)) {
    const keys = connection.updateTable("keys").set({ lastUsedAt: at }).where("id", "=", id);
    await keys.where((key) => key.or([key("lastUsedAt", "is", null), key("lastUsedAt", "<", at)])).execute();
  }
}

function toKey({ hash: _hash, ...key }: KeyRow): Key {
  return {
    ...key,
    scopes: JSON.parse(key.scopes),
    allowedAddresses: JSON.parse(key.allowedAddresses),
    allowedOrigins: JSON.parse(key.allowedOrigins),
  };
}
