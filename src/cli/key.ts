import { type Command, Option } from "commander";
import type { KeyKind } from "../contract/operation.ts";
import { createKey, expiryDays, scopes } from "../keys/create-key.ts";
import { type Key, listKeys, revokeKey } from "../keys/store.ts";
import { isoTime, isoTimeOrNull, systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { ownCommand } from "../platform/own-command.ts";
import { getOrganization, getProjectByName } from "./get-subject.ts";
import { addCommand, collect, givenName, type OrganizationOptions, organizationOption } from "./options.ts";
import { CommandProblem, layOutFields, layOutTable, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

interface CreateOptions extends OrganizationOptions {
  kind: KeyKind;
  project?: string;
  name?: string;
  expiresInDays?: string;
  scope?: string[];
  allowIp?: string[];
  allowOrigin?: string[];
}

export function defineKey(command: Command, environment: Environment): void {
  addCommand(command, "create", "Create an API key; it is shown only once")
    .addOption(
      new Option("--kind <kind>", "admin for scripts, assistant for websites")
        .choices(["admin", "assistant"])
        .makeOptionMandatory(),
    )
    .option("--organization <id>", "Organization of an admin key (default: the only organization)")
    .option("--project <project>", "Project of an assistant key: ID or subdomain")
    .option("--name <name>", "What the key is for", givenName)
    .addOption(
      new Option("--expires-in-days <days>", "Days until the key expires (default: never)").choices(
        expiryDays.map(String),
      ),
    )
    .option("--scope <scope>", `Scope of an admin key: ${scopes.join(" or ")}; repeatable (default: both)`, collect)
    .option("--allow-ip <address>", "Address or CIDR range that may use the key; repeatable", collect)
    .option("--allow-origin <origin>", "Website an assistant key may be used on; repeatable", collect)
    // Before the database is opened: wrong usage must not create one.
    .hook("preAction", (create) => checkOwner(create.opts<CreateOptions>()))
    .action(databaseAction(environment, create));
  addCommand(command, "list", "List the API keys of an organization")
    .option(...organizationOption)
    .action(databaseAction(environment, printKeys));
  const keyArgument = ["<key-id>", "ID of the key, not the key itself"] as const;
  addCommand(command, "revoke", "Revoke an API key immediately", keyArgument).action(
    databaseAction(environment, revoke),
  );
}

async function create({ database }: DatabaseCommand, options: CreateOptions): Promise<void> {
  const { key, secret } = await database.transaction(async (tx) => {
    const created = await createKey({ clock: systemClock }, tx, {
      kind: options.kind,
      ...(await findOwner(tx, options)),
      name: options.name,
      expiresInDays: options.expiresInDays === undefined ? undefined : Number(options.expiresInDays),
      scopes: options.scope,
      allowedAddresses: options.allowIp,
      allowedOrigins: options.allowOrigin,
    });
    await recordKey(tx, "createKey", created.key);
    return created;
  });
  const fields = layOutFields({ Key: secret, ID: key.id, Name: key.name });
  const text = `${fields}\n\nSave the key now: it is stored only as a hash and can't be shown again.`;
  print(options, { ...presentKey(key), key: secret }, text);
}

function checkOwner({ kind, project }: CreateOptions): void {
  if (kind === "admin" && project !== undefined) {
    throw new CommandProblem("An admin key belongs to an organization; use --organization instead of --project.", 2);
  }
  if (kind === "assistant" && project === undefined) {
    throw new CommandProblem("An assistant key belongs to a project; use --project with its ID or subdomain.", 2);
  }
}

async function findOwner(
  connection: Connection,
  { organization, project }: CreateOptions,
): Promise<{ organizationId: string; projectId: string | null }> {
  if (project === undefined) {
    return { organizationId: (await getOrganization(connection, organization)).id, projectId: null };
  }
  const { id, organizationId } = await getProjectByName(connection, project);
  if (organization !== undefined && organization !== organizationId) {
    throw new AppError(
      "not_found",
      `Project ${project} not found in organization ${organization}; list projects with: ${ownCommand("project list")}.`,
    );
  }
  return { organizationId, projectId: id };
}

async function printKeys({ database }: DatabaseCommand, options: OrganizationOptions): Promise<void> {
  const { id: organizationId } = await getOrganization(database.query, options.organization);
  const keys = (await listKeys(database.query, organizationId)).map(presentKey);
  const rows = keys.map(({ id, kind, hint, name, lastUsedAt, expiresAt, revokedAt }) => ({
    id,
    kind,
    key: hint,
    name,
    "last used": lastUsedAt ?? "never",
    expires: revokedAt === null ? (expiresAt ?? "never") : `revoked ${revokedAt}`,
  }));
  print(options, { keys }, layOutTable(rows, "This organization has no API keys."));
}

async function revoke({ database }: DatabaseCommand, id: string, options: OutputOptions): Promise<void> {
  await database.transaction(async (tx) => {
    const key = await revokeKey(tx, id, systemClock.now());
    if (key === undefined) {
      throw new AppError("not_found", `Key not found: ${id}; list them with: ${ownCommand("key list")}.`);
    }
    await recordKey(tx, "revokeKey", key);
  });
  print(options, { id, revoked: true }, `Revoked the key ${id}.`);
}

async function recordKey(tx: Transaction, action: string, key: Key): Promise<void> {
  const { id, organizationId, projectId, name, kind } = key;
  await recordCommand(tx, { organizationIds: [organizationId], projectId, action, details: { keyId: id, name, kind } });
}

function presentKey(key: Key) {
  return {
    ...key,
    expiresAt: isoTimeOrNull(key.expiresAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
    lastUsedAt: isoTimeOrNull(key.lastUsedAt),
    createdAt: isoTime(key.createdAt),
  };
}
