import type { Connection } from "../platform/db/database.ts";

/** The stored names of the two ways to sign in. */
const passwordProvider = "credential";
const openidProvider = "oidc";

export interface User {
  id: string;
  email: string;
  name: string;
}

/** The credential a user signs in with. */
type NewCredential = { id: string; passwordHash: string } | { id: string; subject: string; isEmailVerified: boolean };

/** Returns false if the email already has an account. */
export async function insertUser(tx: Connection, user: User, credential: NewCredential, now: number): Promise<boolean> {
  const times = { created_at: now, updated_at: now };
  const isVerified = "subject" in credential && credential.isEmailVerified;
  const row = await tx
    .insertInto("users")
    .values({ ...user, email_verified: Number(isVerified), image: null, ...times })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  const account =
    "subject" in credential
      ? { provider_id: openidProvider, account_id: credential.subject, password: null }
      : { provider_id: passwordProvider, account_id: user.id, password: credential.passwordHash };
  await tx
    .insertInto("credentials")
    .values({ id: credential.id, user_id: user.id, ...account, ...times })
    .execute();
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
    .innerJoin("users", "users.id", "credentials.user_id")
    .select(["users.id", "users.email", "users.name"])
    .where("credentials.provider_id", "=", openidProvider)
    .where("credentials.account_id", "=", subject)
    .executeTakeFirst();
}

export async function insertProviderCredential(
  tx: Connection,
  { id, userId, subject }: { id: string; userId: string; subject: string },
  now: number,
): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({
      id,
      user_id: userId,
      provider_id: openidProvider,
      account_id: subject,
      password: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function renameUser(connection: Connection, id: string, name: string, now: number): Promise<void> {
  await connection.updateTable("users").set({ name, updated_at: now }).where("id", "=", id).execute();
}

/** Null for an account that signs in with the OpenID Connect provider. */
export async function findPasswordHash(connection: Connection, userId: string): Promise<string | null> {
  const row = await connection
    .selectFrom("credentials")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", passwordProvider)
    .executeTakeFirst();
  return row?.password ?? null;
}

export async function updatePasswordHash(
  connection: Connection,
  userId: string,
  password: string,
  now: number,
): Promise<void> {
  await connection
    .updateTable("credentials")
    .set({ password, updated_at: now })
    .where("user_id", "=", userId)
    .where("provider_id", "=", passwordProvider)
    .execute();
}
