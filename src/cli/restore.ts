import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { CommandProblem } from "./command-problem.ts";
import type { RestoreOptions } from "./confirm-replacement.ts";
import { addJsonOption } from "./options.ts";
import { readSettings } from "./setup.ts";

/** How a SQLite database begins. */
const databaseMagic = "SQLite format 3\0";

export function defineRestore(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<file>", `File created by: ${ownCommand("backup")}`)
    .option("--yes", "Replace what the server has, without asking")
    .action((file: string, options: RestoreOptions) => restore(environment, resolve(file), options));
}

async function restore(environment: Environment, file: string, options: RestoreOptions): Promise<void> {
  const config = readSettings(environment);
  if (!existsSync(file)) {
    throw new CommandProblem(`${file} does not exist.`);
  }
  if (isDatabase(file)) {
    const { restoreDatabaseFile } = await import("./restore-database-file.ts");
    await restoreDatabaseFile(config, file, options);
  } else {
    const { restoreServer } = await import("./restore-server.ts");
    await restoreServer(config, file, options);
  }
}

/** Version 0.2 saved the database only, as a file of SQLite. */
function isDatabase(file: string): boolean {
  const start = Buffer.alloc(databaseMagic.length);
  const handle = openSync(file, "r");
  try {
    readSync(handle, start);
  } finally {
    closeSync(handle);
  }
  return start.toString("latin1") === databaseMagic;
}
