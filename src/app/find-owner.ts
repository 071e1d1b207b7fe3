import type { FindOwner } from "../accounts/middleware.ts";
import type { Connection } from "../platform/db/database.ts";
import { findProjectById, findProjectByName } from "../projects/store.ts";
import { findUpdateOwner } from "../updates/store.ts";

export async function findOwner(
  connection: Connection,
  { organizationId, projectId, domain, statusId = "" }: Parameters<FindOwner>[0],
): ReturnType<FindOwner> {
  if (organizationId !== undefined) {
    return { organizationId, projectId: null };
  }
  if (projectId !== undefined || domain !== undefined) {
    const project =
      projectId === undefined
        ? await findProjectByName(connection, domain ?? "")
        : await findProjectById(connection, projectId);
    return project && { organizationId: project.organizationId, projectId: project.id };
  }
  return findUpdateOwner(connection, statusId);
}
