import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { findProject, type Project } from "./store.ts";

export async function getProject(connection: Connection, organizationId: string, id: string): Promise<Project> {
  const project = await findProject(connection, organizationId, id);
  if (project === undefined) {
    throw new AppError("not_found", "Project not found. Its ID is on the API keys page of the dashboard.");
  }
  return project;
}
