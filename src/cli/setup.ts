import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../app/app.ts";
import { type Config, type Environment, readConfig } from "../platform/config.ts";
import type { Database } from "../platform/db/database.ts";
import { sqlitePath } from "../platform/db/open.ts";
import { AppError } from "../platform/errors.ts";
import { ownCommand } from "../platform/own-command.ts";
import { explainDatabaseError } from "./explain-database-error.ts";
import { CommandProblem } from "./output.ts";

/** Reads the configuration. An error in it is not a usage error, so the exit code is 1. */
export function readSettings(environment: Environment): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    throw error instanceof AppError ? new CommandProblem(error.message) : error;
  }
}

/**
 * Reads the configuration of a command that works on a server. Without an address in its own settings, it uses the
 * address of the server, which may have been started with other settings in another terminal.
 */
export function readServerSettings(environment: Environment): Config {
  const config = readSettings(environment);
  const address = findNotedAddress(config);
  const isGiven = Boolean(environment.LECTERN_URL?.trim() || (environment.PORT?.trim() && config.port !== 0));
  if (isGiven || address === undefined) return config;
  return readSettings({ ...environment, LECTERN_URL: address });
}

/** The address of the server that was last started with this data folder. */
export function findNotedAddress(config: Config): string | undefined {
  const path = addressPath(config);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Notes the server's address in the data folder, for commands in other terminals. */
export function noteAddress(config: Config): void {
  writeFileSync(addressPath(config), config.url, { mode: 0o600 });
}

function addressPath({ dataFolder }: Config): string {
  return join(dataFolder, "address");
}

export async function openConfiguredApp(config: Config, role: "api" | "worker" | "cli"): Promise<App> {
  // Loaded lazily so that help and argument errors don't have to wait for it.
  const { openApp } = await import("../app/app.ts");
  return explained(config, () => openApp(config, role));
}

/** Runs a command that needs the whole app. Commands report their own errors; the log is only for unexpected ones. */
export async function withApp<Result>(config: Config, work: (app: App) => Promise<Result>): Promise<Result> {
  requireData(config);
  return workAndClose(await openConfiguredApp({ ...config, logLevel: "error" }, "cli"), work);
}

export interface DatabaseCommand {
  config: Config;
  database: Database;
}

interface DatabaseUse {
  /** Whether the command may create the database. */
  creates?: boolean;
}

/** Runs a command that needs only the database, after migrating it. */
export async function withDatabase<Result>(
  environment: Environment,
  work: (command: DatabaseCommand) => Promise<Result>,
  { creates = false }: DatabaseUse = {},
): Promise<Result> {
  const config = readServerSettings(environment);
  if (!creates) requireData(config);
  const { openDatabase } = await import("../platform/db/open.ts");
  const opened = await explained(config, () => openDatabase(databaseOptions(config)));
  return workAndClose(opened, (database) => work({ config, database }));
}

/** Turns work on the database into the action of a command. */
export function databaseAction<Arguments extends unknown[]>(
  environment: Environment,
  work: (command: DatabaseCommand, ...given: Arguments) => Promise<void>,
  use: DatabaseUse = {},
): (...given: Arguments) => Promise<void> {
  return (...given) => withDatabase(environment, (command) => work(command, ...given), use);
}

/** In the wrong folder, a command would otherwise create an empty database and report that there is nothing in it. */
function requireData(config: Config): void {
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config.dataFolder))) {
    throw new CommandProblem(
      `There is no server in ${config.dataFolder}; run this in the folder where you start it, set LECTERN_DATA to its data folder, or start a new one with: ${ownCommand("start")}`,
    );
  }
}

export async function workAndClose<Opened extends { close(): Promise<void> }, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

export function databaseOptions(config: Config) {
  return {
    url: config.databaseUrl,
    dataFolder: config.dataFolder,
    connectionsMax: config.databaseConnectionsMax,
    // Commands are short-lived, so a broken idle connection doesn't matter.
    onIdleError: () => {},
  };
}

async function explained<Result>(config: Config, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    throw new CommandProblem(explainDatabaseError(config, error), 1, { cause: error });
  }
}
