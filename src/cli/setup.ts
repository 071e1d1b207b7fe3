import type { App } from "../app/app.ts";
import { type Config, type Environment, readConfig } from "../platform/config.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { CommandProblem } from "./command-problem.ts";
import { explainDatabaseError } from "./explain-database-error.ts";

/** Reads the configuration. An error in it is not a usage error, so the exit code is 1. */
export function readSettings(environment: Environment): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    throw error instanceof AppError ? new CommandProblem(error.message) : error;
  }
}

export async function openConfiguredApp(config: Config, role: "api" | "worker" | "cli"): Promise<App> {
  // Loaded lazily so that help and argument errors don't have to wait for it.
  const { openApp } = await import("../app/app.ts");
  return explained(config, () => openApp(config, role));
}

/** Runs a command that needs the whole app. Commands report their own errors; the log is only for unexpected ones. */
export async function withApp<Result>(config: Config, work: (app: App) => Promise<Result>): Promise<Result> {
  return workAndClose(await openConfiguredApp({ ...config, logLevel: "error" }, "cli"), work);
}

export interface DatabaseCommand {
  config: Config;
  database: Database;
}

/** Runs a command that needs only the database, after migrating it. */
export async function withDatabase<Result>(
  environment: Environment,
  work: (command: DatabaseCommand) => Promise<Result>,
): Promise<Result> {
  const config = readSettings(environment);
  const { openDatabase } = await import("../platform/db/open.ts");
  const opened = await explained(config, () => openDatabase(databaseOptions(config)));
  return workAndClose(opened, (database) => work({ config, database }));
}

/** Turns work on the database into the action of a command. */
export function databaseAction<Arguments extends unknown[]>(
  environment: Environment,
  work: (command: DatabaseCommand, ...given: Arguments) => Promise<void>,
): (...given: Arguments) => Promise<void> {
  return (...given) => withDatabase(environment, (command) => work(command, ...given));
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
