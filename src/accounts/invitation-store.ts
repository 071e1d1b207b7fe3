import type { Connection } from "../platform/db/database.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { InvitationRow } from "../platform/db/tables.ts";

export type Invitation = Omit<InvitationRow, "hash">;

export async function insertInvitation(tx: Connection, invitation: Invitation, hash: string): Promise<void> {
  await insertRow(tx, "invitations", { ...invitation, hash });
}

const columns = [
  "invitations.id",
  "invitations.organizationId",
  "invitations.email",
  "invitations.role",
  "invitations.createdAt",
  "invitations.expiresAt",
] as const;

export async function findInvitation(connection: Connection, hash: string) {
  return connection
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organizationId")
    .select([...columns, "invitations.invitedBy", "organizations.name as organization"])
    .where("hash", "=", hash)
    .executeTakeFirst();
}

/** Deletes the invitation and returns it, so that it can be accepted only once. */
export async function takeInvitation(tx: Connection, hash: string): Promise<Invitation | undefined> {
  return tx
    .deleteFrom("invitations")
    .where("hash", "=", hash)
    .returning([...columns, "invitations.invitedBy"])
    .executeTakeFirst();
}

/** Open invitations, with the inviter's email in place of the ID. */
export async function listInvitations(connection: Connection, organizationId: string, now: number) {
  return connection
    .selectFrom("invitations")
    .leftJoin("users", "users.id", "invitations.invitedBy")
    .select([...columns, "users.email as invitedBy"])
    .where("organizationId", "=", organizationId)
    .where("expiresAt", ">", now)
    .orderBy("invitations.id", "desc")
    .execute();
}

/** Returns the invited email, or undefined if there is no such invitation. */
export async function deleteInvitation(tx: Connection, organizationId: string, id: string) {
  const deleted = tx
    .deleteFrom("invitations")
    .where((row) => row.and({ id, organizationId }))
    .returning("email");
  const row = await deleted.executeTakeFirst();
  return row && (row.email ?? "");
}

/** Deletes the invitations that anyone with the link may accept. */
export async function deleteOpenLinks(tx: Connection, organizationId: string): Promise<void> {
  await tx.deleteFrom("invitations").where("organizationId", "=", organizationId).where("email", "is", null).execute();
}
