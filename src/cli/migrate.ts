import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

export function defineMigrate(command: Command, environment: Environment): void {
  addJsonOption(command).action(databaseAction(environment, migrateDatabase, { creates: true }));
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
