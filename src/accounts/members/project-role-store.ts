import type { Connection } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { ProjectRole } from "../member-store.ts";

/** The roles of a user in the projects where they differ from the organization's, by project. */
export async function listRolesOfUser(connection: Connection, userId: string): Promise<Map<string, ProjectRole>> {
  const rows = await connection
    .selectFrom("projectRoles")
    .select(["projectId", "role"])
    .where("userId", "=", userId)
    .execute();
  return new Map(rows.map((row) => [row.projectId, row.role]));
}

/** The members whose role in a project differs from the organization's, by user. */
export async function listRolesInProject(connection: Connection, projectId: string): Promise<Map<string, ProjectRole>> {
  const rows = await connection
    .selectFrom("projectRoles")
    .select(["userId", "role"])
    .where("projectId", "=", projectId)
    .execute();
  return new Map(rows.map((row) => [row.userId, row.role]));
}

type ProjectMember = Pick<Tables["projectRoles"], "projectId" | "userId">;

export async function putProjectRole(
  tx: Connection,
  { projectId, userId }: ProjectMember,
  role: ProjectRole,
  now: number,
): Promise<void> {
  await tx
    .insertInto("projectRoles")
    .values({ projectId, userId, role, createdAt: now })
    .onConflict((conflict) => conflict.columns(["projectId", "userId"]).doUpdateSet({ role }))
    .execute();
}

export async function deleteProjectRole(tx: Connection, { projectId, userId }: ProjectMember): Promise<void> {
  await tx.deleteFrom("projectRoles").where("projectId", "=", projectId).where("userId", "=", userId).execute();
}
