import { chmodSync, copyFileSync, existsSync, rmSync } from "node:fs";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { migrations } from "../platform/db/migrate.ts";
import { sqlitePath } from "../platform/db/open.ts";
import { ownCommand } from "../platform/own-command.ts";
import { makePrivateFolder } from "../platform/private-folder.ts";
import { CommandProblem } from "./command-problem.ts";
import { confirmReplacement, type RestoreOptions } from "./confirm-replacement.ts";
import { finishDatabaseFile } from "./database-file.ts";
import { print } from "./output.ts";
import { companions, replaceDatabaseFile } from "./replace-database-file.ts";

/** Restores a backup of version 0.2, or a copy of the database: the folders next to it are copied by hand. */
export async function restoreDatabaseFile(config: Config, file: string, options: RestoreOptions): Promise<void> {
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl !== undefined) {
    throw new CommandProblem(
      `${file} is a SQLite database. Restore it without DATABASE_URL, start Lectern once, then move it to PostgreSQL with: ${ownCommand("move")}.`,
    );
  }
  const path = sqlitePath(dataFolder);
  const staged = `${path}.restoring`;
  makePrivateFolder(dataFolder);
  try {
    const schemaVersion = stage(file, staged);
    if (existsSync(path)) {
      await confirmReplacement(`the database ${path}, and keeps the old one next to it`, options);
    }
    const replacement = replaceDatabaseFile(path, staged, systemClock.now());
    if (!replacement.replaced) {
      throw new CommandProblem(`Lectern is running on ${dataFolder}; stop it first, then restore.`);
    }
    const { keptAs } = replacement;
    print(
      options,
      { file: path, schemaVersion, keptAs: keptAs ?? null },
      `Restored ${path}.${keptAs === undefined ? "" : ` The previous database is kept as ${keptAs}.`} The file has no sites and no repositories: also copy artifacts/, repositories/ and secret.key back into the data folder.`,
    );
  } finally {
    removeStaged(staged);
  }
}

/** Copies the database next to the current one and checks that this version of Lectern can use it. */
function stage(file: string, staged: string): number {
  let schemaVersion: number;
  try {
    copyFileSync(file, staged);
    chmodSync(staged, 0o600);
    // In a copy of a whole data folder the latest changes may still be in the log.
    if (existsSync(`${file}-wal`)) {
      copyFileSync(`${file}-wal`, `${staged}-wal`);
    }
    schemaVersion = finishDatabaseFile(staged);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandProblem(`Cannot restore ${file} (${reason}); use a file created by: ${ownCommand("backup")}.`, 1, {
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

export function removeStaged(staged: string): void {
  for (const suffix of ["", ...companions]) {
    rmSync(`${staged}${suffix}`, { force: true });
  }
}
