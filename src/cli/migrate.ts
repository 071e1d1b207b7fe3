import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { type ConvertOptions, convertSettings } from "./convert-settings.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

export function defineMigrate(command: Command, environment: Environment): void {
  const onDatabase = databaseAction(environment, migrateDatabase, { creates: true });
  addJsonOption(command)
    .argument("[folder]", "Folder with a mint.json to convert to docs.json, instead of migrating the database")
    .option("--overwrite", "Replace a docs.json that exists")
    .action((folder: string | undefined, options: ConvertOptions) =>
      folder === undefined ? onDatabase(options) : convertSettings(folder, options),
    );
}

async function migrateDatabase({ database }: DatabaseCommand, options: OutputOptions): Promise<void> {
  const { migrations } = await import("../platform/db/migrate.ts");
  const schemaVersion = migrations.length;
  print(
    options,
    { database: database.dialect, schemaVersion },
    `The ${database.dialect === "sqlite" ? "embedded" : "PostgreSQL"} database has schema ${schemaVersion}.`,
  );
}
