import { hash } from "node:crypto";
import type { Connection, Database } from "../platform/db/database.ts";
import type { SessionRow } from "../platform/db/tables/accounts.ts";

/** What every request of a person makes known: who it is, until when. */
export interface Session {
  id: string;
  userId: string;
  name: string;
  email: string;
  expiresAt: number;
}

export type FindSession = (token: string) => Promise<Session | undefined>;

interface FoundRow {
  id: string;
  user_id: string;
  name: string;
  email: string;
  expires_at: number;
}

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

/** Asked for every request, so that a session that was ended is refused at once on every node. */
export function prepareFindSession(database: Database): FindSession {
  const read = database.prepare<FoundRow>(
    `select sessions.id, sessions.user_id, sessions.expires_at, users.name, users.email from sessions
     join users on users.id = sessions.user_id where sessions.token_hash = ?`,
  );
  return async (token) => {
    const row = await read.first([hashToken(token)]);
    return row === undefined
      ? undefined
      : { id: row.id, userId: row.user_id, name: row.name, email: row.email, expiresAt: row.expires_at };
  };
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

/** Whether the account has such a session. */
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
