import { countRows } from "../../platform/db/count-rows.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { hasRow } from "../../platform/db/has-row.ts";

export async function findAuthenticator(connection: Connection, userId: string) {
  return connection
    .selectFrom("authenticators")
    .select(["secret", "confirmedAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Replaces an authenticator that was never confirmed. Returns false if there is a confirmed one. */
export async function insertAuthenticator(tx: Connection, userId: string, secret: string, now: number) {
  const started = { secret, lastStep: 0, createdAt: now };
  return hasRow(
    tx
      .insertInto("authenticators")
      .values({ userId, ...started, confirmedAt: null })
      .onConflict((conflict) =>
        conflict.column("userId").doUpdateSet(started).where("authenticators.confirmedAt", "is", null),
      )
      .returning("userId"),
  );
}

export async function confirmAuthenticator(tx: Connection, userId: string, now: number): Promise<void> {
  await tx.updateTable("authenticators").set({ confirmedAt: now }).where("userId", "=", userId).execute();
}

/** Returns false if a code of this step or a later one was already accepted. */
export async function acceptStep(tx: Connection, userId: string, step: number): Promise<boolean> {
  const accepted = tx.updateTable("authenticators").set({ lastStep: step }).returning("userId");
  return hasRow(accepted.where("userId", "=", userId).where("lastStep", "<", step));
}

/** Returns false if there is no authenticator. */
export async function deleteAuthenticator(tx: Connection, userId: string): Promise<boolean> {
  return hasRow(tx.deleteFrom("authenticators").where("userId", "=", userId).returning("userId"));
}

export async function listSealedSecrets(connection: Connection): Promise<{ userId: string; secret: string }[]> {
  return connection.selectFrom("authenticators").select(["userId", "secret"]).execute();
}

export async function updateSealedSecret(tx: Connection, userId: string, secret: string): Promise<void> {
  await tx.updateTable("authenticators").set({ secret }).where("userId", "=", userId).execute();
}

export async function replaceRecoveryCodes(tx: Connection, userId: string, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insertInto("recoveryCodes")
    .values(hashes.map((hash) => ({ userId, hash, usedAt: null })))
    .execute();
}

export async function deleteRecoveryCodes(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
}

/** Returns false if the code doesn't exist or was already used. */
export async function spendRecoveryCode(tx: Connection, userId: string, hash: string, now: number): Promise<boolean> {
  const spent = tx.updateTable("recoveryCodes").set({ usedAt: now }).returning("userId");
  return hasRow(spent.where((row) => row.and({ userId, hash, usedAt: null })));
}

export async function countRecoveryCodes(connection: Connection, userId: string): Promise<number> {
  return countRows(connection.selectFrom("recoveryCodes").where((row) => row.and({ userId, usedAt: null })));
}

/** The second factors that can follow the password. Both are false for an account without a second factor. */
export interface SecondFactorKinds {
  hasAuthenticator: boolean;
  hasPasskey: boolean;
}

export async function findFactorKinds(connection: Connection, userId: string): Promise<SecondFactorKinds> {
  const authenticator = await findAuthenticator(connection, userId);
  const passkeys = connection.selectFrom("passkeys").select("id").where("userId", "=", userId).limit(1);
  return { hasAuthenticator: authenticator?.confirmedAt != null, hasPasskey: await hasRow(passkeys) };
}

/**
 * SQL for whether an account can sign in with a password alone. An account without a password signs in with the OpenID Connect
 * provider, which asks for a second factor itself.
 */
export const lacksFactorSql = (userId: string) => `(
  exists (select 1 from credentials where credentials.user_id = ${userId} and credentials.password is not null)
  and not exists (
    select 1 from authenticators where authenticators.user_id = ${userId} and authenticators.confirmed_at is not null)
  and not exists (select 1 from passkeys where passkeys.user_id = ${userId}))`;

/** Whether an account must set up a second factor before it may use an organization, by session or personal access token. */
export type MustSetUpFactor = (organizationId: string, userId: string) => Promise<boolean>;

export function prepareMustSetUpFactor(database: Database): MustSetUpFactor {
  const read = database.prepare<{ id: string }>(
    `select users.id from users, sign_in_rules
     where sign_in_rules.organization_id = ? and sign_in_rules.needs_second_factor = 1 and users.id = ?
     and ${lacksFactorSql("users.id")}`,
  );
  return async (organizationId, userId) => (await read.first([organizationId, userId])) !== undefined;
}
