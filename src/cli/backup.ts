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
    .argument("<file>", "the file to make; it must not exist yet")
    .action((file: string, options: OutputOptions) => backUp(environment, resolve(file), options));
}

async function backUp(environment: Environment, file: string, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ database }) => {
    if (database.copyTo === undefined) {
      throw new CommandProblem("This database is PostgreSQL, which has its own tool for backups; use pg_dump.");
    }
    if (existsSync(file)) {
      throw new CommandProblem(`${file} exists, and a backup replaces nothing; choose another name.`);
    }
    const { finishDatabaseFile } = await import("./database-file.ts");
    // Under its own name only once it is whole: what was interrupted must not be taken for a backup.
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
        `The database was copied to ${file} (schema ${schemaVersion}, ${bytes} bytes) and the copy is whole. Copy repositories/, artifacts/ and secret.key of the data folder too, now that it is made.`,
      );
    } catch (error) {
      rmSync(partial, { force: true });
      throw new CommandProblem(
        `The backup was not made (${error instanceof Error ? error.message : error}); check the folder and the room on its disk.`,
        1,
        { cause: error },
      );
    }
  });
}
