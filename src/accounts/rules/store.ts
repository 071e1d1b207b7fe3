import { sql } from "kysely";
import type { SignInRules } from "../../contract/sign-in-schemas.ts";
import type { Connection } from "../../platform/db/database.ts";
import { lacksFactorSql } from "../second-factor/store.ts";

const defaults: SignInRules = { needsSecondFactor: false, idleMinutes: null, sessionHours: null };
const minuteMilliseconds = 60_000;
const hourMilliseconds = 3_600_000;

export async function readRules(connection: Connection, organizationId: string): Promise<SignInRules> {
  const row = await connection
    .selectFrom("sign_in_rules")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row === undefined
    ? defaults
    : {
        needsSecondFactor: row.needs_second_factor === 1,
        idleMinutes: row.idle_minutes,
        sessionHours: row.session_hours,
      };
}

export async function writeRules(tx: Connection, organizationId: string, rules: SignInRules): Promise<void> {
  const row = {
    needs_second_factor: rules.needsSecondFactor ? 1 : 0,
    idle_minutes: rules.idleMinutes,
    session_hours: rules.sessionHours,
  };
  await tx
    .insertInto("sign_in_rules")
    .values({ organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(row))
    .execute();
}

/** The organizations of a user that require a second factor. */
export async function listRequiring(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("members")
    .innerJoin("sign_in_rules", "sign_in_rules.organization_id", "members.organization_id")
    .select("members.organization_id as id")
    .where("members.user_id", "=", userId)
    .where("sign_in_rules.needs_second_factor", "=", 1)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listMembersWithoutFactor(
  connection: Connection,
  organizationId: string,
): Promise<{ name: string; email: string }[]> {
  return connection
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.name", "users.email"])
    .where("members.organization_id", "=", organizationId)
    .where(sql<boolean>`${sql.raw(lacksFactorSql("users.id"))}`)
    .orderBy("users.email")
    .execute();
}

/** The strictest rule among the user's organizations applies. */
export async function readSessionLimits(
  connection: Connection,
  userId: string,
): Promise<Pick<SignInRules, "idleMinutes" | "sessionHours">> {
  const row = await connection
    .selectFrom("members")
    .innerJoin("sign_in_rules", "sign_in_rules.organization_id", "members.organization_id")
    .select(({ fn }) => [fn.min("idle_minutes").as("idleMinutes"), fn.min("session_hours").as("sessionHours")])
    .where("members.user_id", "=", userId)
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
  const members = tx.selectFrom("members").select("user_id").where("organization_id", "=", organizationId);
  if (sessionHours !== null) {
    await tx
      .deleteFrom("sessions")
      .where("user_id", "in", members)
      .where("created_at", "<=", now - sessionHours * hourMilliseconds)
      .execute();
  }
  if (idleMinutes !== null) {
    await tx
      .deleteFrom("sessions")
      .where("user_id", "in", members)
      .where(({ fn }) => fn.coalesce("last_used_at", "created_at"), "<=", now - idleMinutes * minuteMilliseconds)
      .execute();
  }
}

export async function sweepSessionsByRules(connection: Connection, now: number): Promise<void> {
  const rows = await connection.selectFrom("sign_in_rules").select("organization_id as id").execute();
  for (const { id } of rows) {
    await deleteEndedSessions(connection, id, await readRules(connection, id), now);
  }
}
