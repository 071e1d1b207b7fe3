import type { Connection } from "../platform/db/database.ts";

export async function recordUpdateUser(tx: Connection, updateId: string, userId: string): Promise<void> {
  await tx.insertInto("updatePeople").values({ updateId, userId }).execute();
}

/**
 * Finds the accounts of the commits' authors, for updates that nobody with an account has triggered. Anyone can put any email
 * into a commit, so a person found this way only counts if they have access to the project.
 */
export async function recordCommitAuthors(tx: Connection, updates: readonly { id: string; email: string }[]) {
  const emails = [...new Set(updates.map(({ email }) => email.toLowerCase()).filter((email) => email !== ""))];
  if (emails.length === 0) return;
  const users = await tx.selectFrom("users").select(["id", "email"]).where("email", "in", emails).execute();
  const ids = new Map(users.map(({ id, email }) => [email, id]));
  const rows = updates.flatMap(({ id, email }) => {
    const userId = ids.get(email.toLowerCase());
    return userId === undefined ? [] : [{ updateId: id, userId }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto("updatePeople")
    .values(rows)
    .onConflict((conflict) => conflict.column("updateId").doNothing())
    .execute();
}

export async function findUpdateUser(connection: Connection, updateId: string): Promise<string | undefined> {
  const people = connection.selectFrom("updatePeople").select("userId").where("updateId", "=", updateId);
  return (await people.executeTakeFirst())?.userId;
}
