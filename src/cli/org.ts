import type { Command } from "commander";
import { createOrganization } from "../accounts/create-organization.ts";
import { listOrganizations } from "../accounts/store.ts";
import { isoTime, systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { addJsonOption } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { withDatabase } from "./setup.ts";

export function defineOrg(command: Command, environment: Environment): void {
  addJsonOption(command.command("create"))
    .description("Create an organization")
    .requiredOption("--name <name>", "Name of the organization")
    .action((options: OutputOptions & { name: string }) => create(environment, options));
  addJsonOption(command.command("list"))
    .description("List all organizations")
    .action((options: OutputOptions) => printOrganizations(environment, options));
}

async function create(environment: Environment, options: OutputOptions & { name: string }): Promise<void> {
  await withDatabase(environment, async ({ database }) => {
    const { id, name } = await database.transaction(async (tx) => {
      const organization = await createOrganization({ clock: systemClock }, tx, options.name);
      await recordCommand(tx, {
        organizationIds: [organization.id],
        action: "createOrganization",
        details: { name: organization.name },
      });
      return organization;
    });
    print(
      options,
      { organizationId: id, name },
      layOutFields([
        ["Organization", name],
        ["ID", id],
      ]),
    );
  });
}

async function printOrganizations(environment: Environment, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ database }) => {
    const organizations = (await listOrganizations(database.query)).map(({ id, name, createdAt }) => ({
      organizationId: id,
      name,
      createdAt: isoTime(createdAt),
    }));
    const rows = organizations.map(({ organizationId, name, createdAt }) => [organizationId, name, createdAt]);
    print(
      options,
      { organizations },
      layOutTable(
        ["id", "name", "created"],
        rows,
        `No organizations yet; create one with: ${ownCommand("org create --name NAME")}.`,
      ),
    );
  });
}
