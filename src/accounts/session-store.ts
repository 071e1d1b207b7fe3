import { hash } from "node:crypto";
import type { Connection, Database } from "../platform/db/database.ts";
import type { SessionRow } from "../platform/db/tables/accounts.ts";

export interface Session {
  id: string;
  userId: string;
  name: string;
  email: string;
  expiresAt: number;
}

export type FindSession = (token: string) => Promise<Session | undefined>;

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

/** Reads the database on every request, so that an ended session is refused at once on every node. */
export function prepareFindSession(database: Database): FindSession {
  const read = database.prepare<Session>(
    `select sessions.id, sessions.user_id as "userId", sessions.expires_at as "expiresAt", users.name, users.email
     from sessions join users on users.id = sessions.user_id where sessions.token_hash = ?`,
  );
  return (token) => read.first([hashToken(token)]);
}

export async function insertSession(tx: Connection, session: SessionRow): Promise<void> {
  await tx.insertInto("sessions").values(session).execute();
}

export async function listSessions(connection: Connection, userId: string, now: number): Promise<SessionRow[]> {
  return connection
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .execute();
}

/** Returns false if the user has no such session. */
export async function deleteSession(connection: Connection, userId: string, id: string): Promise<boolean> {
  const row = await connection
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOtherSessions(connection: Connection, userId: string, keptId: string): Promise<void> {
  await connection.deleteFrom("sessions").where("user_id", "=", userId).where("id", "<>", keptId).execute();
}

export async function sweepSessions(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("sessions").where("expires_at", "<=", now).execute();
}
