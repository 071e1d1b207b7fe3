import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { ownCommand } from "../platform/own-command.ts";
import { findProjectByName, type Project } from "../projects/store.ts";

export async function getProjectByName(connection: Connection, idOrDomain: string): Promise<Project> {
  const project = await findProjectByName(connection, idOrDomain);
  if (project === undefined) {
    throw new AppError("not_found", `Project not found: ${idOrDomain}; list them with: ${ownCommand("project list")}.`);
  }
  return project;
}
