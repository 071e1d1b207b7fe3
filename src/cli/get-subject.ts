import { findOrganization, listOrganizations, type Organization } from "../accounts/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { ownCommand } from "../platform/own-command.ts";
import { findProjectByName, type Project } from "../projects/store.ts";
import { CommandProblem } from "./output.ts";

const organizationsShownMax = 10;

export async function getProjectByName(connection: Connection, idOrDomain: string): Promise<Project> {
  const project = await findProjectByName(connection, idOrDomain);
  if (project === undefined) {
    throw new AppError("not_found", `Project not found: ${idOrDomain}; list them with: ${ownCommand("project list")}.`);
  }
  return project;
}

/** The organization with this ID. Without an ID, the only organization on the server. */
export async function getOrganization(connection: Connection, id: string | undefined): Promise<Organization> {
  if (id === undefined) return getOnlyOrganization(connection);
  const organization = await findOrganization(connection, id);
  if (organization === undefined) {
    throw new AppError("not_found", `Organization not found: ${id}; list them with: ${ownCommand("org list")}.`);
  }
  return organization;
}

async function getOnlyOrganization(connection: Connection): Promise<Organization> {
  const [only, ...others] = await listOrganizations(connection);
  if (only === undefined) {
    throw new CommandProblem(`No organizations yet; create one with: ${ownCommand("org create --name NAME")}.`);
  }
  if (others.length > 0) {
    throw new CommandProblem(describeChoice([only, ...others]), 2);
  }
  return only;
}

/** Lists the organizations with their names, so that nobody has to look up an ID first. */
function describeChoice(organizations: readonly Organization[]): string {
  const choices = organizations
    .slice(0, organizationsShownMax)
    .map(({ id, name }) => `  --organization ${id}  ${name}`);
  const rest = organizations.length > choices.length ? [`  … list them all with: ${ownCommand("org list")}`] : [];
  return [`There are ${organizations.length} organizations; add one of these:`, ...choices, ...rest].join("\n");
}
