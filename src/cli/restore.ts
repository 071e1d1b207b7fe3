import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import { CommandProblem } from "./command-problem.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { companions, replaceDatabaseFile } from "./replace-database-file.ts";
import { readSettings } from "./setup.ts";

type RestoreOptions = OutputOptions & { yes?: boolean };

export function defineRestore(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<file>", "File created by `lectern backup`")
    .option("--yes", "Skip the confirmation")
    .action((file: string, options: RestoreOptions) => restore(environment, resolve(file), options));
}

async function restore(environment: Environment, file: string, options: RestoreOptions): Promise<void> {
  const { databaseUrl, dataFolder } = readSettings(environment);
  if (databaseUrl !== undefined) {
    throw new CommandProblem("The database is PostgreSQL; restore it with pg_restore.");
  }
  const { sqlitePath } = await import("../platform/db/open.ts");
  const path = sqlitePath(dataFolder);
  const staged = `${path}.restoring`;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  try {
    const schemaVersion = await stage(file, staged);
    await confirm(path, options);
    const replacement = replaceDatabaseFile(path, staged, systemClock.now());
    if (!replacement.replaced) {
      throw new CommandProblem(`Lectern is running on ${dataFolder}; stop it first, then restore.`);
    }
    const { keptAs } = replacement;
    print(
      options,
      { file: path, schemaVersion, keptAs: keptAs ?? null },
      `Restored ${path}.${keptAs === undefined ? "" : ` The previous database is kept as ${keptAs}.`}`,
    );
  } finally {
    for (const suffix of ["", ...companions]) {
      rmSync(`${staged}${suffix}`, { force: true });
    }
  }
}

/** Copies the backup next to the database and checks that this version of Lectern can use it. */
async function stage(file: string, staged: string): Promise<number> {
  const { migrations } = await import("../platform/db/migrate.ts");
  const { finishDatabaseFile } = await import("./database-file.ts");
  let schemaVersion: number;
  try {
    copyFileSync(file, staged);
    // In a copy of a whole data folder the latest changes may still be in the log.
    if (existsSync(`${file}-wal`)) {
      copyFileSync(`${file}-wal`, `${staged}-wal`);
    }
    schemaVersion = finishDatabaseFile(staged).schemaVersion;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandProblem(`Cannot restore ${file} (${reason}); use a file created by "lectern backup".`, 1, {
      cause: error,
    });
  }
  if (schemaVersion > migrations.length) {
    throw new CommandProblem(
      `${file} has schema ${schemaVersion}, but this version of Lectern supports up to ${migrations.length}; restore it with a newer version.`,
    );
  }
  return schemaVersion;
}

async function confirm(path: string, { yes }: RestoreOptions): Promise<void> {
  if (yes || !existsSync(path)) {
    return;
  }
  if (!process.stdin.isTTY) {
    throw new CommandProblem(`This replaces the database ${path}; add --yes to confirm.`, 2);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Replace the database ${path}? The old one is kept next to it. [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new CommandProblem("Nothing was changed.");
  }
}
