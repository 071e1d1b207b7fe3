import type { Role } from "../contract/operation.ts";
import type { Connection } from "../platform/db/database.ts";
import type { InvitationRow } from "../platform/db/tables/accounts.ts";

export interface Invitation {
  id: string;
  organizationId: string;
  /** Null if anybody with the link may accept. */
  email: string | null;
  role: Role;
  invitedBy: string | null;
  createdAt: number;
  expiresAt: number;
}

export async function insertInvitation(tx: Connection, invitation: Invitation, hash: string): Promise<void> {
  await tx
    .insertInto("invitations")
    .values({
      id: invitation.id,
      hash,
      organization_id: invitation.organizationId,
      email: invitation.email,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
    .execute();
}

export async function findInvitation(
  connection: Connection,
  hash: string,
): Promise<(Invitation & { organization: string }) | undefined> {
  const row = await connection
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .selectAll("invitations")
    .select("organizations.name as organization")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toInvitation(row), organization: row.organization };
}

/** Deletes the invitation and returns it, so that it can be accepted only once. */
export async function takeInvitation(tx: Connection, hash: string): Promise<Invitation | undefined> {
  const row = await tx.deleteFrom("invitations").where("hash", "=", hash).returningAll().executeTakeFirst();
  return row === undefined ? undefined : toInvitation(row);
}

/** Open invitations, with the inviter's email in place of the ID. */
export async function listInvitations(
  connection: Connection,
  organizationId: string,
  now: number,
): Promise<Invitation[]> {
  const rows = await connection
    .selectFrom("invitations")
    .leftJoin("users", "users.id", "invitations.invited_by")
    .selectAll("invitations")
    .select("users.email as inviter")
    .where("organization_id", "=", organizationId)
    .where("expires_at", ">", now)
    .orderBy("invitations.id", "desc")
    .execute();
  return rows.map((row) => ({ ...toInvitation(row), invitedBy: row.inviter }));
}

/** Returns the invited email, or undefined if there is no such invitation. */
export async function deleteInvitation(
  tx: Connection,
  organizationId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("invitations")
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .returning(["id", "email"])
    .executeTakeFirst();
  return row === undefined ? undefined : (row.email ?? "");
}

/** Deletes the invitations that anybody with the link may accept. */
export async function deleteOpenLinks(tx: Connection, organizationId: string): Promise<void> {
  await tx.deleteFrom("invitations").where("organization_id", "=", organizationId).where("email", "is", null).execute();
}

export async function sweepInvitations(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("invitations").where("expires_at", "<=", now).execute();
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
