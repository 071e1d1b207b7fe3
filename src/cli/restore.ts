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
    .argument("<file>", "a file that `lectern backup` has made")
    .option("--yes", "do not ask")
    .action((file: string, options: RestoreOptions) => restore(environment, resolve(file), options));
}

async function restore(environment: Environment, file: string, options: RestoreOptions): Promise<void> {
  const { databaseUrl, dataFolder } = readSettings(environment);
  if (databaseUrl !== undefined) {
    throw new CommandProblem("This database is PostgreSQL, which has its own tool for backups; use pg_restore.");
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
      `The backup is in place: ${path}.${keptAs === undefined ? "" : ` What was there before is kept as ${keptAs}.`}`,
    );
  } finally {
    for (const suffix of ["", ...companions]) {
      rmSync(`${staged}${suffix}`, { force: true });
    }
  }
}

/** Copies the backup to where it will be needed, and makes sure that this Lectern can use it. */
async function stage(file: string, staged: string): Promise<number> {
  const { migrations } = await import("../platform/db/migrate.ts");
  const { finishDatabaseFile } = await import("./database-file.ts");
  let schemaVersion: number;
  try {
    copyFileSync(file, staged);
    // In a copy of a whole data folder the newest changes may still stand apart.
    if (existsSync(`${file}-wal`)) {
      copyFileSync(`${file}-wal`, `${staged}-wal`);
    }
    schemaVersion = finishDatabaseFile(staged).schemaVersion;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandProblem(`${file} cannot be restored (${reason}); give a file that "lectern backup" has made.`, 1, {
      cause: error,
    });
  }
  if (schemaVersion > migrations.length) {
    throw new CommandProblem(
      `${file} has schema ${schemaVersion}, and this Lectern knows ${migrations.length}; restore it with a newer version.`,
    );
  }
  return schemaVersion;
}

async function confirm(path: string, { yes }: RestoreOptions): Promise<void> {
  if (yes || !existsSync(path)) {
    return;
  }
  if (!process.stdin.isTTY) {
    throw new CommandProblem(`This replaces the database ${path}; add --yes if that is what you want.`, 2);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Replace the database ${path}? It is kept beside the new one. [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new CommandProblem("Nothing was changed.");
  }
}
