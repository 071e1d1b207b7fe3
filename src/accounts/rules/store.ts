import { sql } from "kysely";
import type { SignInRules } from "../../contract/sign-in-operations.ts";
import type { Connection } from "../../platform/db/database.ts";
import { putRow } from "../../platform/db/rows.ts";
import { lacksFactorSql } from "../second-factor/store.ts";

const defaults: SignInRules = { needsSecondFactor: false, idleMinutes: null, sessionHours: null };
const minuteMilliseconds = 60_000;
const hourMilliseconds = 3_600_000;

export async function readRules(connection: Connection, organizationId: string): Promise<SignInRules> {
  const row = await connection
    .selectFrom("signInRules")
    .select(["needsSecondFactor", "idleMinutes", "sessionHours"])
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  return row === undefined ? defaults : { ...row, needsSecondFactor: row.needsSecondFactor === 1 };
}

export async function writeRules(tx: Connection, organizationId: string, rules: SignInRules): Promise<void> {
  const { idleMinutes, sessionHours } = rules;
  const row = { needsSecondFactor: Number(rules.needsSecondFactor), idleMinutes, sessionHours };
  await putRow(tx, "signInRules", ["organizationId"], { organizationId, ...row });
}

/** The organizations of a user that require a second factor. */
export async function listRequiring(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("members")
    .innerJoin("signInRules", "signInRules.organizationId", "members.organizationId")
    .select("members.organizationId as id")
    .where("members.userId", "=", userId)
    .where("signInRules.needsSecondFactor", "=", 1)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listMembersWithoutFactor(connection: Connection, organizationId: string) {
  return connection
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .select(["users.name", "users.email"])
    .where("members.organizationId", "=", organizationId)
    .where(sql<boolean>`${sql.raw(lacksFactorSql("users.id"))}`)
    .orderBy("users.email")
    .execute();
}

/** The strictest rule among the user's organizations applies. */
export async function readSessionLimits(connection: Connection, userId: string) {
  const row = await connection
    .selectFrom("members")
    .innerJoin("signInRules", "signInRules.organizationId", "members.organizationId")
    .select(({ fn }) => [fn.min("idleMinutes").as("idleMinutes"), fn.min("sessionHours").as("sessionHours")])
    .where("members.userId", "=", userId)
    .executeTakeFirst();
  return { idleMinutes: row?.idleMinutes ?? null, sessionHours: row?.sessionHours ?? null };
}

/** Deletes members' sessions that have ended by these rules, so that later rules can't bring them back. */
export async function deleteEndedSessions(
  tx: Connection,
  organizationId: string,
  { idleMinutes, sessionHours }: SignInRules,
  now: number,
): Promise<void> {
  const members = tx.selectFrom("members").select("userId").where("organizationId", "=", organizationId);
  const sessions = tx.deleteFrom("sessions").where("userId", "in", members);
  if (sessionHours !== null) {
    await sessions.where("createdAt", "<=", now - sessionHours * hourMilliseconds).execute();
  }
  if (idleMinutes !== null) {
    const unusedSince = now - idleMinutes * minuteMilliseconds;
    await sessions.where(({ fn }) => fn.coalesce("lastUsedAt", "createdAt"), "<=", unusedSince).execute();
  }
}

export async function sweepSessionsByRules(connection: Connection, now: number): Promise<void> {
  const rows = await connection.selectFrom("signInRules").select("organizationId as id").execute();
  for (const { id } of rows) {
    await deleteEndedSessions(connection, id, await readRules(connection, id), now);
  }
}
