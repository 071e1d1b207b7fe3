import type { Connection } from "../platform/db/database.ts";
import { insertOnce, insertRow } from "../platform/db/rows.ts";
import type { Tables } from "../platform/db/tables.ts";

/** The stored names of the two ways to sign in. */
const passwordProvider = "credential";
const openidProvider = "oidc";

export type User = Pick<Tables["users"], "id" | "email" | "name">;

/** The credential a user signs in with. */
type NewCredential = { id: string; passwordHash: string } | { id: string; subject: string; isEmailVerified: boolean };

/** Returns false if the email already has an account. */
export async function insertUser(tx: Connection, user: User, credential: NewCredential, now: number): Promise<boolean> {
  const times = { createdAt: now, updatedAt: now };
  const isVerified = "subject" in credential && credential.isEmailVerified;
  const row = { ...user, emailVerified: Number(isVerified), image: null, ...times };
  if (!(await insertOnce(tx, "users", ["email"], row))) {
    return false;
  }
  const account =
    "subject" in credential
      ? { providerId: openidProvider, accountId: credential.subject, password: null }
      : { providerId: passwordProvider, accountId: user.id, password: credential.passwordHash };
  await insertRow(tx, "credentials", { id: credential.id, userId: user.id, ...account, ...times });
  return true;
}

export async function findUserByEmail(connection: Connection, email: string): Promise<User | undefined> {
  return connection.selectFrom("users").select(["id", "email", "name"]).where("email", "=", email).executeTakeFirst();
}

export async function findUserById(connection: Connection, id: string): Promise<User | undefined> {
  return connection.selectFrom("users").select(["id", "email", "name"]).where("id", "=", id).executeTakeFirst();
}

/** The user who signs in as this subject of the OpenID Connect provider. */
export async function findProviderUser(connection: Connection, subject: string): Promise<User | undefined> {
  return connection
    .selectFrom("credentials")
    .innerJoin("users", "users.id", "credentials.userId")
    .select(["users.id", "users.email", "users.name"])
    .where("credentials.providerId", "=", openidProvider)
    .where("credentials.accountId", "=", subject)
    .executeTakeFirst();
}

export async function insertProviderCredential(
  tx: Connection,
  { id, userId, subject }: { id: string; userId: string; subject: string },
  now: number,
): Promise<void> {
  const account = { providerId: openidProvider, accountId: subject, password: null };
  await insertRow(tx, "credentials", { id, userId, ...account, createdAt: now, updatedAt: now });
}

export async function renameUser(connection: Connection, id: string, name: string, now: number): Promise<void> {
  await connection.updateTable("users").set({ name, updatedAt: now }).where("id", "=", id).execute();
}

/** Null for an account that signs in with the OpenID Connect provider. */
export async function findPasswordHash(connection: Connection, userId: string): Promise<string | null> {
  const passwords = connection.selectFrom("credentials").select("password").where("providerId", "=", passwordProvider);
  return (await passwords.where("userId", "=", userId).executeTakeFirst())?.password ?? null;
}

export async function updatePasswordHash(tx: Connection, userId: string, password: string, now: number) {
  const passwords = tx.updateTable("credentials").set({ password, updatedAt: now });
  await passwords.where("userId", "=", userId).where("providerId", "=", passwordProvider).execute();
}
