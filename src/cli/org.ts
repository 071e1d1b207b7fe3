import type { Command } from "commander";
import { createOrganization } from "../accounts/create-organization.ts";
import { listOrganizations } from "../accounts/store.ts";
import { isoTime, systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { addCommand, givenName } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

export function defineOrg(command: Command, environment: Environment): void {
  addCommand(command, "create", "Create an organization")
    .requiredOption("--name <name>", "Name of the organization", givenName)
    .action(databaseAction(environment, create, { creates: true }));
  addCommand(command, "list", "List all organizations").action(databaseAction(environment, printOrganizations));
}

async function create({ database }: DatabaseCommand, options: OutputOptions & { name: string }): Promise<void> {
  const { id, name } = await database.transaction(async (tx) => {
    const organization = await createOrganization({ clock: systemClock }, tx, options.name);
    await recordCommand(tx, {
      organizationIds: [organization.id],
      action: "createOrganization",
      details: { name: organization.name },
    });
    return organization;
  });
  print(options, { organizationId: id, name }, layOutFields({ Organization: name, ID: id }));
}

async function printOrganizations({ database }: DatabaseCommand, options: OutputOptions): Promise<void> {
  const organizations = (await listOrganizations(database.query)).map(({ id, name, createdAt }) => ({
    organizationId: id,
    name,
    createdAt: isoTime(createdAt),
  }));
  const rows = organizations.map(({ organizationId: id, name, createdAt: created }) => ({ id, name, created }));
  const none = `No organizations yet; create one with: ${ownCommand("org create --name NAME")}.`;
  print(options, { organizations }, layOutTable(rows, none));
}
