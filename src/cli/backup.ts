import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { CommandProblem } from "./command-problem.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { withDatabase } from "./setup.ts";

export function defineBackup(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<file>", "File to create; must not exist yet")
    .action((file: string, options: OutputOptions) => backUp(environment, resolve(file), options));
}

async function backUp(environment: Environment, file: string, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ database }) => {
    if (database.copyTo === undefined) {
      throw new CommandProblem("The database is PostgreSQL; back it up with pg_dump.");
    }
    if (existsSync(file)) {
      throw new CommandProblem(`${file} already exists; choose another name.`);
    }
    const { finishDatabaseFile } = await import("./database-file.ts");
    // Rename it only once it is complete: an interrupted copy must not look like a backup.
    const partial = `${file}.partial`;
    try {
      rmSync(partial, { force: true });
      await database.copyTo(partial);
      chmodSync(partial, 0o600);
      const { schemaVersion, bytes } = finishDatabaseFile(partial);
      renameSync(partial, file);
      print(
        options,
        { file, schemaVersion, bytes },
        `Saved the database to ${file} (schema ${schemaVersion}, ${bytes} bytes) and verified it. Now also copy repositories/, artifacts/ and secret.key from the data folder.`,
      );
    } catch (error) {
      rmSync(partial, { force: true });
      throw new CommandProblem(
        `The backup failed (${error instanceof Error ? error.message : error}); check the folder and the free disk space.`,
        1,
        { cause: error },
      );
    }
  });
}
