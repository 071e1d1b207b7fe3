import type { Role } from "../contract/operation.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { deleteRows, insertOnce, lockRow, updateRows } from "../platform/db/rows.ts";

export type Member = Awaited<ReturnType<typeof listMembers>>[number];

/**
 * The role in the project if one is set, otherwise in the organization. Undefined if the user must not know of the
 * project.
 */
export type FindRole = (organizationId: string, userId: string, projectId?: string | null) => Promise<Role | undefined>;

/** Reads the database on every request, so that a removed member or changed role takes effect at once on every node. */
export function prepareFindRole(database: Database): FindRole {
  const read = database.prepare<{ role: Role; projectRole: ProjectRole | null }>(
    `select members.role, project_roles.role as "projectRole" from members
     left join project_roles on project_roles.user_id = members.user_id and project_roles.project_id = ?
     where members.organization_id = ? and members.user_id = ?`,
  );
  return async (organizationId, userId, projectId = null) => {
    const found = await read.first([projectId ?? "", organizationId, userId]);
    const role = found && effectiveRole(found.role, found.projectRole ?? undefined);
    return role === "none" ? undefined : role;
  };
}

export type ProjectRole = Role | "none";

/** Admins of an organization are admins of all its projects: they could give themselves that role anyway. */
export function effectiveRole(role: Role, projectRole: ProjectRole | undefined): ProjectRole {
  return role === "admin" ? role : (projectRole ?? role);
}

export async function listMemberships(connection: Connection, userId: string) {
  return connection
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organizationId")
    .select(["organizations.id", "organizations.name", "members.role"])
    .where("members.userId", "=", userId)
    .orderBy("organizations.id")
    .execute();
}

export async function listMembers(connection: Connection, organizationId: string) {
  return connection
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .select(["users.id as userId", "users.name", "users.email", "members.role", "members.createdAt"])
    .where("members.organizationId", "=", organizationId)
    .orderBy("members.createdAt")
    .orderBy("members.userId")
    .execute();
}

/** Returns false, and changes nothing, if the user is already a member. */
export async function insertMember(
  tx: Connection,
  member: { organizationId: string; userId: string; role: Role },
  now: number,
): Promise<boolean> {
  return insertOnce(tx, "members", ["organizationId", "userId"], { ...member, createdAt: now });
}

export async function updateMemberRole(tx: Connection, organizationId: string, userId: string, role: Role) {
  await updateRows(tx, "members", { organizationId, userId }, { role });
}

/** Also removes the member's project roles, and their tokens for this organization. */
export async function deleteMember(tx: Connection, organizationId: string, userId: string): Promise<void> {
  const projects = tx.selectFrom("projects").select("id").where("organizationId", "=", organizationId);
  await tx.deleteFrom("projectRoles").where("userId", "=", userId).where("projectId", "in", projects).execute();
  await deleteRows(tx, "accessTokens", { organizationId, userId });
  await deleteRows(tx, "members", { organizationId, userId });
}

export async function hasMembers(connection: Connection): Promise<boolean> {
  return hasRow(connection.selectFrom("members").select("userId").limit(1));
}

/** Blocks other transactions that change members of this organization until this one ends. */
export async function lockMembers(tx: Connection, organizationId: string): Promise<void> {
  await lockRow(tx, "organizations", { id: organizationId });
}
