import type { Command } from "commander";
import { listOrganizations } from "../accounts/store.ts";
import { connectInstallation } from "../code-hosts/installations/connect-installation.ts";
import { githubAccess, readInstallation } from "../code-hosts/installations/github-access.ts";
import { deleteInstallation, listInstallations } from "../code-hosts/installations/store.ts";
import { isoTime, systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import { ownCommand } from "../platform/own-command.ts";
import { getOrganization } from "./get-subject.ts";
import { addCommand, type OrganizationOptions, organizationOption } from "./options.ts";
import { CommandProblem, layOutFields, layOutTable, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

const askSecondsMax = 30;

export function defineInstallation(command: Command, environment: Environment): void {
  addCommand(command, "assign", "Connect an installation of the GitHub App to an organization")
    .argument(
      "<installation>",
      "Installation ID: the number at the end of its settings page's address on GitHub",
      readId,
    )
    .option(...organizationOption)
    .action(databaseAction(environment, assign));
  addCommand(command, "remove", "Disconnect an installation; the app stops acting for its organization")
    .argument("<installation>", "Installation ID", readId)
    .action(databaseAction(environment, remove));
  addCommand(command, "list", "List connected installations").action(databaseAction(environment, printInstallations));
}

async function assign({ config, database }: DatabaseCommand, id: number, options: OrganizationOptions): Promise<void> {
  const access = githubAccess(config);
  if (access === undefined) {
    throw new AppError(
      "bad_request",
      "No GitHub App is configured; set LECTERN_GITHUB_APP_ID and LECTERN_GITHUB_APP_KEY.",
    );
  }
  const { id: organizationId, name } = await getOrganization(database.query, options.organization);
  const found = await readInstallation(access, systemClock, id, AbortSignal.timeout(askSecondsMax * 1_000));
  await database.transaction(async (tx) => {
    await connectInstallation({ clock: systemClock }, tx, { ...found, organizationId, connectedBy: "operator" });
    const details = { account: found.account, host: found.host };
    await recordCommand(tx, { organizationIds: [organizationId], action: "connectInstallation", details });
  });
  const { host, account } = found;
  const fields = layOutFields({ Installation: id, Account: account, Organization: name });
  print(options, { installationId: id, host, account, organizationId }, fields);
}

async function remove({ database }: DatabaseCommand, id: number, options: OutputOptions): Promise<void> {
  const found = (await listInstallations(database.query)).filter((one) => one.id === id);
  if (found.length === 0) {
    throw new AppError(
      "not_found",
      `No organization uses this installation; list them with: ${ownCommand("installation list")}.`,
    );
  }
  await database.transaction(async (tx) => {
    for (const { organizationId, host, account } of found) {
      await deleteInstallation(tx, organizationId, { host, id });
      const details = { account, host };
      await recordCommand(tx, { organizationIds: [organizationId], action: "disconnectInstallation", details });
    }
  });
  print(options, { installationId: id }, `Disconnected installation ${id}.`);
}

async function printInstallations({ database }: DatabaseCommand, options: OutputOptions): Promise<void> {
  const names = new Map((await listOrganizations(database.query)).map(({ id, name }) => [id, name]));
  const installations = (await listInstallations(database.query)).map(({ id, createdAt, ...rest }) => ({
    installationId: id,
    ...rest,
    createdAt: isoTime(createdAt),
  }));
  const rows = installations.map(({ installationId, account, organizationId, connectedBy }) => ({
    id: installationId,
    account,
    organization: names.get(organizationId) ?? organizationId,
    "connected by": connectedBy,
  }));
  const none = `No installations connected; see: ${ownCommand("installation assign --help")}.`;
  print(options, { installations }, layOutTable(rows, none));
}

function readId(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new CommandProblem("An installation ID is a whole number.");
  }
  return id;
}
