import type { Connection } from "../platform/db/database.ts";
import { insertOnce } from "../platform/db/rows.ts";
import type { MailRow } from "../platform/db/tables.ts";

/** Returns false and changes nothing if the mail was already written. */
export async function insertMail(
  tx: Connection,
  mail: Pick<MailRow, "id" | "kind" | "organizationId" | "sealed" | "createdAt" | "expiresAt">,
): Promise<boolean> {
  return insertOnce(tx, "mails", ["id"], { ...mail, retryAt: mail.createdAt, failures: 0, outcome: null });
}

export async function findMail(connection: Connection, id: string): Promise<MailRow | undefined> {
  return connection.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Records the outcome and deletes the content, which isn't needed anymore. */
export async function endMail(tx: Connection, id: string, outcome: NonNullable<MailRow["outcome"]>): Promise<void> {
  await tx.updateTable("mails").set({ outcome, sealed: null }).where("id", "=", id).execute();
}

export async function postponeMail(
  tx: Connection,
  id: string,
  changes: Pick<MailRow, "retryAt" | "failures">,
): Promise<void> {
  await tx.updateTable("mails").set(changes).where("id", "=", id).execute();
}

export async function updateSealedMail(tx: Connection, id: string, sealed: string): Promise<void> {
  await tx.updateTable("mails").set({ sealed }).where("id", "=", id).execute();
}

export async function listSealedMails(connection: Connection): Promise<{ id: string; sealed: string }[]> {
  const rows = await connection.selectFrom("mails").select(["id", "sealed"]).where("sealed", "is not", null).execute();
  return rows.map(({ id, sealed }) => ({ id, sealed: sealed ?? "" }));
}

/** Mails that should have been tried before this time. Their job was lost, for example when a server was moved. */
export async function listOverdue(connection: Connection, retryBefore: number, limit: number): Promise<MailRow[]> {
  return connection
    .selectFrom("mails")
    .selectAll()
    .where("outcome", "is", null)
    .where("retryAt", "<", retryBefore)
    .orderBy("createdAt")
    .limit(limit)
    .execute();
}

export async function sweepMails(connection: Connection, createdBefore: number): Promise<void> {
  await connection.deleteFrom("mails").where("createdAt", "<", createdBefore).execute();
}
