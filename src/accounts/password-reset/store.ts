import type { Connection } from "../../platform/db/database.ts";

export interface ResetLink {
  userId: string;
  /** The account's email when the link was created. */
  email: string;
  /** The organization whose admin created it, if one did. */
  organizationId: string | null;
  createdAt: number;
  expiresAt: number;
}

/** Replaces an earlier link of the account. */
export async function putReset(tx: Connection, hash: string, reset: ResetLink): Promise<void> {
  await deleteResets(tx, reset.userId);
  await tx
    .insertInto("passwordResets")
    .values({
      hash,
      userId: reset.userId,
      email: reset.email,
      organizationId: reset.organizationId,
      createdAt: reset.createdAt,
      expiresAt: reset.expiresAt,
    })
    .execute();
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

export async function sweepResets(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("passwordResets").where("expiresAt", "<=", now).execute();
}
