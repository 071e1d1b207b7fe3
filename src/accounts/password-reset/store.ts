import type { Connection } from "../../platform/db/database.ts";

export interface ResetLink {
  userId: string;
  /** The account's email when the link was created. */
  email: string;
  /** The organization whose admin created the link; null if no admin did. */
  organizationId: string | null;
  createdAt: number;
  expiresAt: number;
}

/** Replaces any earlier link for the account. */
export async function putReset(tx: Connection, hash: string, reset: ResetLink): Promise<void> {
  await deleteResets(tx, reset.userId);
  await tx
    .insertInto("password_resets")
    .values({
      hash,
      user_id: reset.userId,
      email: reset.email,
      organization_id: reset.organizationId,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute();
}

const columns = [
  "user_id as userId",
  "email",
  "organization_id as organizationId",
  "created_at as createdAt",
  "expires_at as expiresAt",
] as const;

export async function findReset(connection: Connection, hash: string): Promise<ResetLink | undefined> {
  return connection.selectFrom("password_resets").select(columns).where("hash", "=", hash).executeTakeFirst();
}

/** Deletes the link and returns it, so that it can be used only once. */
export async function takeReset(tx: Connection, hash: string): Promise<ResetLink | undefined> {
  return tx.deleteFrom("password_resets").where("hash", "=", hash).returning(columns).executeTakeFirst();
}

export async function deleteResets(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}

export async function sweepResets(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
}
