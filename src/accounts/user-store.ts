import type { Connection } from "../platform/db/database.ts";

/** As better-auth names a password among the ways to sign in. */
const passwordProvider = "credential";

export interface User {
  id: string;
  email: string;
  name: string;
}

export interface NewUser extends User {
  credentialId: string;
  passwordHash: string;
}

/** An account with a password. False if there is one with this email already. */
export async function insertUser(tx: Connection, user: NewUser, now: number): Promise<boolean> {
  const times = { created_at: now, updated_at: now };
  const row = await tx
    .insertInto("users")
    .values({ id: user.id, email: user.email, email_verified: 0, name: user.name, image: null, ...times })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  await tx
    .insertInto("credentials")
    .values({
      id: user.credentialId,
      user_id: user.id,
      provider_id: passwordProvider,
      account_id: user.id,
      password: user.passwordHash,
      ...times,
    })
    .execute();
  return true;
}

export async function findUser(connection: Connection, id: string): Promise<User | undefined> {
  return connection.selectFrom("users").select(["id", "email", "name"]).where("id", "=", id).executeTakeFirst();
}

export async function findUserByEmail(connection: Connection, email: string): Promise<User | undefined> {
  return connection.selectFrom("users").select(["id", "email", "name"]).where("email", "=", email).executeTakeFirst();
}

export async function renameUser(connection: Connection, id: string, name: string, now: number): Promise<void> {
  await connection.updateTable("users").set({ name, updated_at: now }).where("id", "=", id).execute();
}

/** Null for an account that only signs in with the provider. */
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
