import type { Scope } from "../../contract/operation.ts";
import type { Use } from "../../keys/last-used.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import type { AccessTokenRow } from "../../platform/db/tables/accounts.ts";

export interface Token {
  id: string;
  userId: string;
  /** Null if the token works in every organization of its owner. */
  organizationId: string | null;
  name: string;
  hint: string;
  scopes: Scope[];
  expiresAt: number;
  revokedAt: number | null;
  lastUsedAt: number | null;
  lastUsedAddress: string | null;
  createdAt: number;
}

/** A token with the name and email of its owner. */
export interface OwnedToken extends Token {
  user: { name: string; email: string };
}

export type FindToken = (hash: string) => Promise<OwnedToken | undefined>;

type OwnedRow = AccessTokenRow & { user_name: string; email: string };

/** Reads the database on every request, so that a revoked token is refused at once on every node. */
export function prepareFindToken(database: Database): FindToken {
  const read = database.prepare<OwnedRow>(
    `select access_tokens.*, users.name as user_name, users.email
     from access_tokens join users on users.id = access_tokens.user_id where access_tokens.hash = ?`,
  );
  return async (hash) => {
    const row = await read.first([hash]);
    return row && toOwnedToken(row);
  };
}

export async function insertToken(tx: Connection, token: Token, hash: string): Promise<void> {
  await tx
    .insertInto("access_tokens")
    .values({
      id: token.id,
      hash,
      user_id: token.userId,
      organization_id: token.organizationId,
      name: token.name,
      hint: token.hint,
      scopes: JSON.stringify(token.scopes),
      expires_at: token.expiresAt,
      revoked_at: token.revokedAt,
      last_used_at: token.lastUsedAt,
      last_used_address: token.lastUsedAddress,
      created_at: token.createdAt,
    })
    .execute();
}

/** Tokens that were not revoked, newest first. Expired ones stay in the list until their owner revokes them. */
export async function listTokens(connection: Connection, userId: string): Promise<Token[]> {
  const rows = await connection
    .selectFrom("access_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("id", "desc")
    .execute();
  return rows.map(toToken);
}

/** Tokens of an organization's members that work in it. */
export async function listTokensReaching(connection: Connection, organizationId: string): Promise<OwnedToken[]> {
  const rows = await connection
    .selectFrom("access_tokens")
    .innerJoin("members", "members.user_id", "access_tokens.user_id")
    .innerJoin("users", "users.id", "access_tokens.user_id")
    .selectAll("access_tokens")
    .select(["users.name as user_name", "users.email"])
    .where("members.organization_id", "=", organizationId)
    .where("access_tokens.revoked_at", "is", null)
    .where((token) =>
      token.or([
        token("access_tokens.organization_id", "is", null),
        token("access_tokens.organization_id", "=", organizationId),
      ]),
    )
    .orderBy("access_tokens.id", "desc")
    .execute();
  return rows.map(toOwnedToken);
}

export async function revokeToken(tx: Connection, id: string, now: number): Promise<void> {
  await tx.updateTable("access_tokens").set({ revoked_at: now }).where("id", "=", id).execute();
}

/** Never sets a time back: another node may already have written a later use. */
export async function recordTokenUse(tx: Connection, uses: ReadonlyMap<string, Use>): Promise<void> {
  // Sorted, so that nodes writing the same tokens don't deadlock.
  for (const [id, { at, address }] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .updateTable("access_tokens")
      .set({ last_used_at: at, last_used_address: address })
      .where("id", "=", id)
      .where((token) => token.or([token("last_used_at", "is", null), token("last_used_at", "<", at)]))
      .execute();
  }
}

function toOwnedToken(row: OwnedRow): OwnedToken {
  return { ...toToken(row), user: { name: row.user_name, email: row.email } };
}

function toToken(row: AccessTokenRow): Token {
  return {
    id: row.id,
    userId: row.user_id,
    organizationId: row.organization_id,
    name: row.name,
    hint: row.hint,
    scopes: JSON.parse(row.scopes),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    createdAt: row.created_at,
  };
}
