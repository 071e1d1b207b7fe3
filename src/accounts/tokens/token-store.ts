import type { Scope } from "../../contract/operation.ts";
import type { Use } from "../../keys/last-used.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { hasRow } from "../../platform/db/has-row.ts";
import { inLockOrder } from "../../platform/db/lock-order.ts";
import { insertRow } from "../../platform/db/rows.ts";
import type { AccessTokenRow } from "../../platform/db/tables.ts";

export interface Token extends Omit<AccessTokenRow, "hash" | "scopes" | "providerAt"> {
  scopes: Scope[];
}

/** A token with the name and email of its owner. */
export interface OwnedToken extends Token {
  user: { name: string; email: string };
}

export type FindToken = (hash: string) => Promise<OwnedToken | undefined>;

type OwnedRow = AccessTokenRow & { userName: string; email: string };

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
  await insertRow(tx, "accessTokens", { ...token, hash, scopes: JSON.stringify(token.scopes), providerAt: null });
}

/** Tokens that were not revoked, newest first. Expired ones stay in the list until their owner revokes them. */
export async function listTokens(connection: Connection, userId: string): Promise<Token[]> {
  const tokens = connection.selectFrom("accessTokens").selectAll();
  const rows = await tokens
    .where((row) => row.and({ userId, revokedAt: null }))
    .orderBy("id", "desc")
    .execute();
  return rows.map(toToken);
}

/** Tokens of an organization's members that work in it. */
export async function listTokensReaching(connection: Connection, organizationId: string): Promise<OwnedToken[]> {
  const rows = await connection
    .selectFrom("accessTokens")
    .innerJoin("members", "members.userId", "accessTokens.userId")
    .innerJoin("users", "users.id", "accessTokens.userId")
    .selectAll("accessTokens")
    .select(["users.name as userName", "users.email"])
    .where("members.organizationId", "=", organizationId)
    .where("accessTokens.revokedAt", "is", null)
    .where((token) =>
      token.or([
        token("accessTokens.organizationId", "is", null),
        token("accessTokens.organizationId", "=", organizationId),
      ]),
    )
    .orderBy("accessTokens.id", "desc")
    .execute();
  return rows.map(toOwnedToken);
}

/** Returns whether the token hadn't been revoked yet. */
export function revokeToken(tx: Connection, id: string, now: number): Promise<boolean> {
  const tokens = tx.updateTable("accessTokens").set({ revokedAt: now }).where("id", "=", id);
  return hasRow(tokens.where("revokedAt", "is", null).returning("id"));
}

/** Never sets a time back: another node may already have written a later use. */
export async function recordTokenUse(tx: Connection, uses: ReadonlyMap<string, Use>): Promise<void> {
  for (const [id, { at, address }] of inLockOrder(uses, ([token]) => token)) {
    const used = { lastUsedAt: at, lastUsedAddress: address };
    const tokens = tx.updateTable("accessTokens").set(used).where("id", "=", id);
    await tokens.where((token) => token.or([token("lastUsedAt", "is", null), token("lastUsedAt", "<", at)])).execute();
  }
}

function toOwnedToken({ userName, email, ...row }: OwnedRow): OwnedToken {
  return { ...toToken(row), user: { name: userName, email } };
}

function toToken({ hash: _hash, providerAt: _providerAt, ...token }: AccessTokenRow): Token {
  return { ...token, scopes: JSON.parse(token.scopes) };
}
