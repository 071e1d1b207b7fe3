import type { App } from "../app/app.ts";
import { type Config, type Environment, readConfig } from "../platform/config.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { CommandProblem } from "./command-problem.ts";
import { explainDatabaseError } from "./explain-database-error.ts";

/** The configuration. A mistake in it is no mistake in what was typed. */
export function readSettings(environment: Environment): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    throw error instanceof AppError ? new CommandProblem(error.message) : error;
  }
}

/** Opens what every part of Lectern stands on. */
export async function openConfiguredApp(config: Config, role: "api" | "worker" | "cli"): Promise<App> {
  // Loaded here and not above: nothing that only shows help or reads its arguments has to wait for it.
  const { openApp } = await import("../app/app.ts");
  return explained(config, () => openApp(config, role));
}

interface DatabaseCommand {
  config: Config;
  database: Database;
}

/** Runs a command that needs the database only, brought up to date. */
export async function withDatabase<Result>(
  environment: Environment,
  work: (command: DatabaseCommand) => Promise<Result>,
): Promise<Result> {
  const config = readSettings(environment);
  const { openDatabase } = await import("../platform/db/open.ts");
  const database = await explained(config, () => openDatabase(databaseOptions(config)));
  try {
    return await work({ config, database });
  } finally {
    await database.close();
  }
}

export function databaseOptions(config: Config) {
  return {
    url: config.databaseUrl,
    dataFolder: config.dataFolder,
    connectionsMax: config.databaseConnectionsMax,
    // A command is short: a connection that breaks while it is idle is not missed.
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
