import type { Insertable } from "kysely";
import type { SignInRules } from "../contract/sign-in-operations.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import type { SessionRow, Tables } from "../platform/db/tables.ts";
import { hashToken } from "../platform/tokens.ts";

export interface Session {
  id: string;
  userId: string;
  name: string;
  email: string;
  /** Takes the rules of the user's organizations into account. */
  expiresAt: number;
  lastUsedAt: number;
}

type SessionLimits = Pick<SignInRules, "idleMinutes" | "sessionHours">;

export type FindSession = (token: string) => Promise<Session | undefined>;

/** Reads the database on every request, so that an ended session is refused at once on every node. */
export function prepareFindSession(database: Database): FindSession {
  const strictest = (limit: string) =>
    `(select min(sign_in_rules.${limit}) from members
      join sign_in_rules on sign_in_rules.organization_id = members.organization_id
      where members.user_id = sessions.user_id)`;
  const read = database.prepare<FoundSession>(
    `select sessions.id, sessions.user_id as "userId", sessions.expires_at, sessions.created_at, sessions.last_used_at,
       users.name, users.email, ${strictest("idle_minutes")} as "idleMinutes",
       ${strictest("session_hours")} as "sessionHours"
     from sessions join users on users.id = sessions.user_id where sessions.token_hash = ?`,
  );
  return async (token) => {
    const found = await read.first([hashToken(token)]);
    if (found === undefined) return undefined;
    const { id, userId, name, email } = found;
    const lastUsedAt = found.lastUsedAt ?? found.createdAt;
    return { id, userId, name, email, expiresAt: endOf(found, found), lastUsedAt };
  };
}

interface FoundSession
  extends Pick<Session, "id" | "userId" | "name" | "email">,
    SessionLimits,
    Pick<SessionRow, "expiresAt" | "createdAt" | "lastUsedAt"> {}

/** The time at which a session ends if it isn't used again. */
export function endOf(
  { expiresAt, createdAt, lastUsedAt }: Pick<SessionRow, "expiresAt" | "createdAt" | "lastUsedAt">,
  { idleMinutes, sessionHours }: SessionLimits,
): number {
  return Math.min(
    expiresAt,
    sessionHours === null ? expiresAt : createdAt + sessionHours * 3_600_000,
    idleMinutes === null ? expiresAt : (lastUsedAt ?? createdAt) + idleMinutes * 60_000,
  );
}

const useMilliseconds = 60_000;

/** Keeps `last_used_at` to the minute. */
export async function recordSessionUse(
  database: Database,
  { id, lastUsedAt }: Pick<Session, "id" | "lastUsedAt">,
  now: number,
): Promise<void> {
  if (now - lastUsedAt < useMilliseconds) return;
  await database.transaction(
    (tx) => tx.updateTable("sessions").set({ lastUsedAt: now }).where("id", "=", id).execute(),
    { durability: "relaxed" },
  );
}

export async function insertSession(tx: Connection, session: Insertable<Tables["sessions"]>): Promise<void> {
  await tx.insertInto("sessions").values(session).execute();
}

export async function listSessions(connection: Connection, userId: string, now: number): Promise<SessionRow[]> {
  return connection
    .selectFrom("sessions")
    .selectAll()
    .where("userId", "=", userId)
    .where("expiresAt", ">", now)
    .orderBy("id", "desc")
    .execute();
}

/** Returns false if the user has no such session. */
export async function deleteSession(connection: Connection, userId: string, id: string): Promise<boolean> {
  return hasRow(
    connection
      .deleteFrom("sessions")
      .where((row) => row.and({ id, userId }))
      .returning("id"),
  );
}

export async function deleteOtherSessions(connection: Connection, userId: string, keptId: string): Promise<void> {
  await connection.deleteFrom("sessions").where("userId", "=", userId).where("id", "<>", keptId).execute();
}
