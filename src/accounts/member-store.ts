import type { Role } from "../contract/operation.ts";
import type { Connection, Database } from "../platform/db/database.ts";

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: number;
}

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

interface Membership {
  id: string;
  name: string;
  role: Role;
}

export async function listMemberships(connection: Connection, userId: string): Promise<Membership[]> {
  return connection
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select(["organizations.id", "organizations.name", "members.role"])
    .where("members.user_id", "=", userId)
    .orderBy("organizations.id")
    .execute();
}

export async function listMembers(connection: Connection, organizationId: string): Promise<Member[]> {
  return connection
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id as userId", "users.name", "users.email", "members.role", "members.created_at as createdAt"])
    .where("members.organization_id", "=", organizationId)
    .orderBy("members.created_at")
    .orderBy("members.user_id")
    .execute();
}

/** Returns false, and changes nothing, if the user is already a member. */
export async function insertMember(
  tx: Connection,
  member: { organizationId: string; userId: string; role: Role },
  now: number,
): Promise<boolean> {
  const row = await tx
    .insertInto("members")
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "user_id"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateMemberRole(
  tx: Connection,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .updateTable("members")
    .set({ role })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
}

/** Also removes the member's project roles, and their tokens for this organization. */
export async function deleteMember(tx: Connection, organizationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom("access_tokens")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
  await tx
    .deleteFrom("project_roles")
    .where("user_id", "=", userId)
    .where("project_id", "in", (query) =>
      query.selectFrom("projects").select("id").where("organization_id", "=", organizationId),
    )
    .execute();
  await tx.deleteFrom("members").where("organization_id", "=", organizationId).where("user_id", "=", userId).execute();
}

export async function hasMembers(connection: Connection): Promise<boolean> {
  return (await connection.selectFrom("members").select("user_id").limit(1).executeTakeFirst()) !== undefined;
}

/** Blocks other transactions that change members of this organization until this one ends. */
export async function lockMembers(tx: Connection, organizationId: string): Promise<void> {
  await tx
    .updateTable("organizations")
    .set((organization) => ({ created_at: organization.ref("created_at") }))
    .where("id", "=", organizationId)
    .execute();
}
