import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem } from "./output.ts";
import type { RestoreOptions } from "./restore-server.ts";
import { readSettings } from "./setup.ts";

export function defineRestore(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<file>", `File created by: ${ownCommand("backup")}`)
    .option("--yes", "Replace the server's content without asking")
    .action((file: string, options: RestoreOptions) => restore(environment, resolve(file), options));
}

async function restore(environment: Environment, file: string, options: RestoreOptions): Promise<void> {
  const config = readSettings(environment);
  if (!existsSync(file)) {
    throw new CommandProblem(`${file} does not exist.`);
  }
  const { restoreServer } = await import("./restore-server.ts");
  await restoreServer(config, file, options);
}
