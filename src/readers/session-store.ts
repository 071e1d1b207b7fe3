import type { Insertable } from "kysely";
import type { ReaderSessionMethod } from "../platform/db/column-types.ts";
import { countRows } from "../platform/db/count-rows.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { rememberUnchanged } from "../platform/db/remember-unchanged.ts";
import type { ReaderSessionRow, Tables } from "../platform/db/tables.ts";
import { hashToken } from "../platform/tokens.ts";

export interface ReaderSession {
  id: string;
  projectId: string;
  method: ReaderSessionMethod;
  subject: string;
  groups: readonly string[];
  /** Data for personalized pages, as JSON. */
  profile: string;
  expiresAt: number;
  /** For the session of a preview link, the only site it opens. */
  subdomain: string | null;
}

export type FindReaderSession = (token: string) => Promise<ReaderSession | undefined>;

type FoundSession = Omit<ReaderSession, "groups"> & { groups: string };

const sessionsRemembered = 5_000;

/**
 * Nothing is remembered past the next write, so that an ended session, a removed member and a revoked preview link are
 * refused at once on every node.
 */
export function prepareFindReaderSession(database: Database): FindReaderSession {
  const read = database.prepare<FoundSession>(
    `select session.id, session.project_id as "projectId", session.method, session.subject,
       session."groups" as "groups", session.profile, session.expires_at as "expiresAt", preview_links.subdomain
     from reader_sessions session
     left join preview_links on session.method = 'preview' and preview_links.id = session.subject
     where session.token_hash = ?
     and (session.method <> 'preview' or preview_links.id is not null)
     and (session.method <> 'members' or exists (
       select 1 from projects
       join members on members.organization_id = projects.organization_id and members.user_id = session.subject
       left join project_roles on project_roles.project_id = projects.id and project_roles.user_id = members.user_id
       where projects.id = session.project_id
       and (members.role = 'admin' or coalesce(project_roles.role, '') <> 'none')))`,
  );
  const find = rememberUnchanged(database, sessionsRemembered, async (tokenHash) => {
    const found = await read.first([tokenHash]);
    return found && { ...found, groups: JSON.parse(found.groups) };
  });
  return (token) => find(hashToken(token));
}

export async function insertReaderSession(tx: Connection, session: Insertable<Tables["readerSessions"]>) {
  await tx.insertInto("readerSessions").values(session).execute();
}

/** Newest first. */
export async function listReaderSessions(
  connection: Connection,
  projectId: string,
  { now, limit }: { now: number; limit: number },
): Promise<ReaderSessionRow[]> {
  const sessions = connection.selectFrom("readerSessions").selectAll().where("projectId", "=", projectId);
  return sessions.where("expiresAt", ">", now).orderBy("id", "desc").limit(limit).execute();
}

export async function countReaderSessions(connection: Connection, projectId: string, now: number): Promise<number> {
  const sessions = connection.selectFrom("readerSessions").where("projectId", "=", projectId);
  return countRows(sessions.where("expiresAt", ">", now));
}

/** Keeps the newest sessions of a project. */
export async function trimReaderSessions(tx: Connection, projectId: string, kept: number): Promise<void> {
  const sessions = tx.selectFrom("readerSessions").select("id").where("projectId", "=", projectId);
  const oldest = await sessions.orderBy("id", "desc").offset(kept).limit(1).executeTakeFirst();
  if (oldest === undefined) return;
  await tx.deleteFrom("readerSessions").where("projectId", "=", projectId).where("id", "<=", oldest.id).execute();
}

export async function deleteReaderSessionByToken(tx: Connection, token: string): Promise<void> {
  await tx.deleteFrom("readerSessions").where("tokenHash", "=", hashToken(token)).execute();
}

/** Returns false if the project has no such session. */
export async function deleteReaderSession(tx: Connection, projectId: string, id: string): Promise<boolean> {
  const deleted = tx.deleteFrom("readerSessions").where((row) => row.and({ projectId, id }));
  return hasRow(deleted.returning("id"));
}

/** Ends every session of the project, except those of preview links. */
export async function deleteReaderSessions(tx: Connection, projectId: string): Promise<void> {
  const sessions = tx.deleteFrom("readerSessions").where("projectId", "=", projectId);
  await sessions.where("method", "<>", "preview").execute();
}
