import type { Connection, Transaction } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { deleteRows } from "../platform/db/rows.ts";
import type { PreviewLinkRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import { hashToken } from "../platform/tokens.ts";
import { type StartDeps, startReaderSession } from "./start-reader-session.ts";

export async function insertPreviewLink(tx: Connection, link: PreviewLinkRow): Promise<void> {
  await tx.insertInto("previewLinks").values(link).execute();
}

/** Newest first. */
export async function listPreviewLinks(connection: Connection, projectId: string, now: number) {
  const links = connection.selectFrom("previewLinks").selectAll().where("projectId", "=", projectId);
  // Links without a creator belong to the server's own browser.
  return links.where("createdBy", "<>", "").where("expiresAt", ">", now).orderBy("id", "desc").execute();
}

/** Also ends the sessions that began with the link. Returns false if the project has no such link. */
export async function deletePreviewLink(tx: Connection, projectId: string, id: string): Promise<boolean> {
  await deleteRows(tx, "readerSessions", { projectId, method: "preview", subject: id });
  const deleted = tx.deleteFrom("previewLinks").where((row) => row.and({ projectId, id }));
  return hasRow(deleted.returning("id"));
}

/** Starts a session for the preview that the link is for, and returns its cookie. */
export async function openPreviewLink(
  deps: StartDeps,
  tx: Transaction,
  { projectId, subdomain }: { projectId: string; subdomain: string },
  token: string,
): Promise<string> {
  const link = await tx
    .selectFrom("previewLinks")
    .selectAll()
    .where((row) => row.and({ tokenHash: hashToken(token), projectId, subdomain }))
    .where("expiresAt", ">", deps.clock.now())
    .executeTakeFirst();
  if (link === undefined) throw new AppError("not_found", "This link has expired.");
  const reader = { method: "preview" as const, subject: link.id, groups: [], profile: {}, expiresAt: link.expiresAt };
  return startReaderSession(deps, tx, projectId, reader);
}
