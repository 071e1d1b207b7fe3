import type { Connection } from "../../platform/db/database.ts";
import type { ProjectRole } from "../member-store.ts";

/** The roles of a user in the projects where they differ from the organization's, by project. */
export async function listRolesOfUser(connection: Connection, userId: string): Promise<Map<string, ProjectRole>> {
  const rows = await connection
    .selectFrom("project_roles")
    .select(["project_id", "role"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map((row) => [row.project_id, row.role]));
}

/** The members whose role in a project differs from the organization's, by user. */
export async function listRolesInProject(connection: Connection, projectId: string): Promise<Map<string, ProjectRole>> {
  const rows = await connection
    .selectFrom("project_roles")
    .select(["user_id", "role"])
    .where("project_id", "=", projectId)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.role]));
}

export interface ProjectMember {
  projectId: string;
  userId: string;
}

export async function putProjectRole(
  tx: Connection,
  { projectId, userId }: ProjectMember,
  role: ProjectRole,
  now: number,
): Promise<void> {
  await tx
    .insertInto("project_roles")
    .values({ project_id: projectId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(["project_id", "user_id"]).doUpdateSet({ role }))
    .execute();
}

export async function deleteProjectRole(tx: Connection, { projectId, userId }: ProjectMember): Promise<void> {
  await tx.deleteFrom("project_roles").where("project_id", "=", projectId).where("user_id", "=", userId).execute();
}
