import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { withDatabase } from "./setup.ts";

export function defineMigrate(command: Command, environment: Environment): void {
  addJsonOption(command).action((options: OutputOptions) => migrateDatabase(environment, options));
}

async function migrateDatabase(environment: Environment, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ database }) => {
    const { migrations } = await import("../platform/db/migrate.ts");
    const schemaVersion = migrations.length;
    print(
      options,
      { database: database.dialect, schemaVersion },
      `The ${database.dialect === "sqlite" ? "embedded" : "PostgreSQL"} database has schema ${schemaVersion}.`,
    );
  });
}
