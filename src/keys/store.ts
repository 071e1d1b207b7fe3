import { LRUCache } from "lru-cache";
import type { KeyKind, Scope } from "../contract/operation.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import type { KeyRow } from "../platform/db/tables/projects.ts";

const keysRemembered = 10_000;

export interface Key {
  id: string;
  kind: KeyKind;
  organizationId: string;
  projectId: string | null;
  name: string;
  hint: string;
  scopes: Scope[];
  allowedAddresses: string[];
  allowedOrigins: string[];
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
}

export type FindKeyByHash = (hash: string) => Promise<Key | undefined>;

/**
 * The read that every request makes. Whether the key was revoked is asked each time, so that it is refused at once on
 * every node; everything else about a key is fixed for life and remembered.
 */
export function prepareFindKeyByHash(database: Database): FindKeyByHash {
  const readRevoked = database.prepare<{ revoked_at: number | null }>("select revoked_at from keys where hash = ?");
  const readKey = database.prepare<KeyRow>("select * from keys where hash = ?");
  const known = new LRUCache<string, Key>({ max: keysRemembered });
  const remember = async (hash: string): Promise<Key | undefined> => {
    const row = await readKey.first([hash]);
    const key = row === undefined ? undefined : toKey(row);
    known.set(hash, key);
    return key;
  };
  return async (hash) => {
    const row = await readRevoked.first([hash]);
    if (row === undefined) {
      return undefined;
    }
    const key = known.get(hash) ?? (await remember(hash));
    if (key === undefined) {
      return undefined;
    }
    return row.revoked_at === key.revokedAt ? key : { ...key, revokedAt: row.revoked_at };
  };
}

export async function insertKey(tx: Connection, key: Key, hash: string): Promise<void> {
  await tx
    .insertInto("keys")
    .values({
      id: key.id,
      hash,
      kind: key.kind,
      organization_id: key.organizationId,
      project_id: key.projectId,
      name: key.name,
      hint: key.hint,
      scopes: JSON.stringify(key.scopes),
      allowed_addresses: JSON.stringify(key.allowedAddresses),
      allowed_origins: JSON.stringify(key.allowedOrigins),
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
      last_used_at: key.lastUsedAt,
      created_at: key.createdAt,
    })
    .execute();
}

export async function listKeys(connection: Connection, organizationId: string): Promise<Key[]> {
  const rows = await connection
    .selectFrom("keys")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("id")
    .execute();
  return rows.map(toKey);
}

/** The name that its maker gave it. */
export async function findKeyName(connection: Connection, id: string): Promise<string | undefined> {
  const row = await connection.selectFrom("keys").select("name").where("id", "=", id).executeTakeFirst();
  return row?.name;
}

/** Gives the key, if there is such a one. Revoking twice keeps the first time. */
export async function revokeKey(connection: Connection, id: string, now: number): Promise<Key | undefined> {
  const row = await connection
    .updateTable("keys")
    .set((key) => ({ revoked_at: key.fn.coalesce("revoked_at", key.val(now)) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : toKey(row);
}

/** Never turns a time back: another node may have written a later use first. */
export async function recordKeyUse(connection: Connection, uses: ReadonlyMap<string, number>): Promise<void> {
  // In one order on every node: two that write the same keys then wait for each other, but never both at once.
  for (const [id, at] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await connection
      .updateTable("keys")
      .set({ last_used_at: at })
      .where("id", "=", id)
      .where((key) => key.or([key("last_used_at", "is", null), key("last_used_at", "<", at)]))
      .execute();
  }
}

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    kind: row.kind,
    organizationId: row.organization_id,
    projectId: row.project_id,
    name: row.name,
    hint: row.hint,
    scopes: parseList(row.scopes) as Scope[],
    allowedAddresses: parseList(row.allowed_addresses),
    allowedOrigins: parseList(row.allowed_origins),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

function parseList(text: string): string[] {
  return JSON.parse(text);
}
