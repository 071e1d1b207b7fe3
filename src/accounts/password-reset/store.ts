import type { Connection } from "../../platform/db/database.ts";
import { insertRow } from "../../platform/db/rows.ts";
import type { PasswordResetRow } from "../../platform/db/tables.ts";

export type ResetLink = Omit<PasswordResetRow, "hash">;

/** Replaces any earlier link for the account. */
export async function putReset(tx: Connection, hash: string, reset: ResetLink): Promise<void> {
  await deleteResets(tx, reset.userId);
  await insertRow(tx, "passwordResets", { ...reset, hash });
}

const columns = ["userId", "email", "organizationId", "createdAt", "expiresAt"] as const;

export async function findReset(connection: Connection, hash: string): Promise<ResetLink | undefined> {
  return connection.selectFrom("passwordResets").select(columns).where("hash", "=", hash).executeTakeFirst();
}

/** Deletes the link and returns it, so that it can be used only once. */
export async function takeReset(tx: Connection, hash: string): Promise<ResetLink | undefined> {
  return tx.deleteFrom("passwordResets").where("hash", "=", hash).returning(columns).executeTakeFirst();
}

export async function deleteResets(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom("passwordResets").where("userId", "=", userId).execute();
}
