import type { Connection } from "../platform/db/database.ts";
import { findUpdateOrganization } from "../updates/store.ts";
import { findProjectById, findProjectByName } from "./store.ts";

/** What names the thing that a request is about, among the parameters of its path. */
export interface SubjectParams {
  organizationId?: string;
  projectId?: string;
  statusId?: string;
  domain?: string;
}

/** Whose the thing is that a request is about. */
export interface Subject {
  organizationId: string;
  projectId: string | null;
}

/** Whether the path names something of an organization at all. */
export function namesSubject({ organizationId, projectId, statusId, domain }: SubjectParams): boolean {
  return [organizationId, projectId, statusId, domain].some((name) => name !== undefined);
}

/** Undefined for what nobody owns. */
export async function findSubject(connection: Connection, params: SubjectParams): Promise<Subject | undefined> {
  if (params.organizationId !== undefined) {
    return { organizationId: params.organizationId, projectId: null };
  }
  if (params.projectId !== undefined || params.domain !== undefined) {
    const project =
      params.projectId === undefined
        ? await findProjectByName(connection, params.domain ?? "")
        : await findProjectById(connection, params.projectId);
    return project && { organizationId: project.organizationId, projectId: project.id };
  }
  const organizationId = await findUpdateOrganization(connection, params.statusId ?? "");
  return organizationId === undefined ? undefined : { organizationId, projectId: null };
}
