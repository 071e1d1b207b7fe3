import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { putRow } from "../platform/db/rows.ts";
import type { SignInChallengeRow } from "../platform/db/tables.ts";

/** Replaces an earlier challenge with the same hash. */
export async function putChallenge(connection: Connection, row: SignInChallengeRow): Promise<void> {
  await putRow(connection, "signInChallenges", ["hash"], row);
}

export async function findChallenge(connection: Connection, hash: string, now: number) {
  return connection
    .selectFrom("signInChallenges")
    .selectAll()
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Returns false if the sign-in has ended in the meantime. */
export async function updateChallenge(connection: Connection, hash: string, challenge: string): Promise<boolean> {
  return hasRow(
    connection.updateTable("signInChallenges").set({ challenge }).where("hash", "=", hash).returning("hash"),
  );
}

/** Returns false if the challenge was used in the meantime. */
export async function spendChallenge(connection: Connection, hash: string, challenge: string): Promise<boolean> {
  const spent = connection.updateTable("signInChallenges").set({ challenge: null }).returning("hash");
  return hasRow(spent.where("hash", "=", hash).where("challenge", "=", challenge));
}

/** Returns false if the challenge is already gone. */
export async function deleteChallenge(tx: Connection, hash: string): Promise<boolean> {
  return hasRow(tx.deleteFrom("signInChallenges").where("hash", "=", hash).returning("hash"));
}

/** Ends every unfinished sign-in to an account. */
export async function deleteChallenges(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom("signInChallenges").where("userId", "=", userId).execute();
}
