import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { sql } from "kysely";
import { BackupDamaged } from "../app/copy/backup-format.ts";
import { type CheckedBackup, checkBackup, readJobs, tablesOf } from "../app/copy/read-backup.ts";
import { fillDatabase, restoreObjects } from "../app/copy/restore-backup.ts";
import { findJobOwner } from "../app/find-owner.ts";
import { jobKinds } from "../app/job-kinds.ts";
import { count } from "../contract/count.ts";
import { openArtifacts } from "../platform/artifacts/open.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { assertKnownSchema, CopyProblem } from "../platform/db/copy/fill-tables.ts";
import { hasRows } from "../platform/db/copy/read-tables.ts";
import type { Database } from "../platform/db/database.ts";
import { connectDatabase, sqlitePath } from "../platform/db/open.ts";
import { openSqlite } from "../platform/db/sqlite.ts";
import { createLog } from "../platform/log.ts";
import { createPrivateFile, makePrivateFolder } from "../platform/private-folder.ts";
import { openQueue } from "../platform/queue/open.ts";
import { CommandProblem, type OutputOptions, print, showSeconds, textLines } from "./output.ts";
import { finishDatabaseFile, holdDatabase, removeDatabaseFile, replaceDatabaseFile } from "./replace-database-file.ts";
import { secretKeyNames, writeSecretKey } from "./secret-key-file.ts";
import { databaseOptions, workAndClose } from "./setup.ts";

export type RestoreOptions = OutputOptions & { yes?: boolean };

/** Restores a whole server. The database comes last, so an interrupted restore leaves the old content in place. */
export async function restoreServer(config: Config, file: string, options: RestoreOptions): Promise<void> {
  const { signal } = new AbortController();
  const stopCounting = showSeconds("Restoring");
  try {
    const backup = await checkBackup(file, signal);
    assertKnownSchema(backup.header.schema);
    const restore = config.databaseUrl === undefined ? restoreToSqlite : restoreToPostgres;
    const keptAs = await restore(config, { file, backup, options, signal });
    const notes = notesOn(config, backup);
    const rows = Object.values(backup.manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const { objects } = backup.manifest;
    const lines = textLines(
      `Restored ${count(rows, "row")} and ${count(objects, "object")} from ${file}.`,
      keptAs && `The previous database is kept as ${keptAs}.`,
      ...notes,
    );
    print(options, { rows, objects, keptAs: keptAs ?? null, notes }, lines.join("\n"));
  } catch (error) {
    throw error instanceof BackupDamaged || error instanceof CopyProblem
      ? new CommandProblem(`Cannot restore ${file}: ${error.message}. Nothing was replaced.`, 1, { cause: error })
      : error;
  } finally {
    stopCounting();
  }
}

interface Restore {
  file: string;
  backup: CheckedBackup;
  options: RestoreOptions;
  signal: AbortSignal;
}

async function restoreToSqlite(config: Config, restore: Restore): Promise<string | undefined> {
  const { dataFolder } = config;
  makePrivateFolder(dataFolder);
  const path = sqlitePath(dataFolder);
  const staged = `${path}.restoring`;
  if (existsSync(path)) {
    assertUnused(config, path);
    if (await isUsed(path)) {
      await confirmReplacement(`the database ${path}, and keeps the old one next to it`, restore.options);
    }
  }
  removeDatabaseFile(staged);
  try {
    createPrivateFile(staged);
    await workAndClose(openSqlite(staged), (database) => copyIn(config, database, restore));
    finishDatabaseFile(staged);
    writeKey(config, restore.backup);
    const replacement = replaceDatabaseFile(path, staged, systemClock.now());
    if (!replacement.replaced) {
      throw running(config);
    }
    return replacement.keptAs;
  } finally {
    removeDatabaseFile(staged);
  }
}

async function restoreToPostgres(config: Config, restore: Restore): Promise<undefined> {
  await workAndClose(await connectDatabase(databaseOptions(config)), async (database) => {
    await assertNoUsers(database);
    if (await hasRows(database.query)) {
      await confirmReplacement("everything in the PostgreSQL database and keeps no copy of it", restore.options);
    }
    makePrivateFolder(config.dataFolder);
    writeKey(config, restore.backup);
    await copyIn(config, database, restore);
  });
}

/** `what` completes the sentence "This replaces …". */
async function confirmReplacement(what: string, { yes }: RestoreOptions): Promise<void> {
  if (yes) {
    return;
  }
  if (!process.stdin.isTTY) {
    throw new CommandProblem(`This replaces ${what}; add --yes to confirm.`, 2);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`This replaces ${what}. Continue? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new CommandProblem("Nothing was changed.");
  }
}

async function copyIn(config: Config, database: Database, { file, backup, signal }: Restore): Promise<void> {
  const objects = await openArtifacts({ ...config.artifacts, dataFolder: config.dataFolder });
  await restoreObjects(objects, file, signal);
  await workAndClose(await openQueueOf(config.databaseUrl, database), async (queue) => {
    const jobs = await readJobs(file, signal);
    await fillDatabase({ database, queue }, { tables: tablesOf(file, backup, signal), jobs });
  });
}

export function openQueueOf(databaseUrl: string | undefined, database: Database) {
  const log = createLog("error", "cli");
  const options = { kinds: jobKinds, databaseUrl, role: "api" as const, log, findOrganization: findJobOwner };
  return openQueue({ database, clock: systemClock, ...options });
}

/** Throws if Lectern is still using the database, because its later changes would be lost. */
export async function assertNoUsers(database: Database): Promise<void> {
  const users = await countUsers(database);
  if (users > 0) {
    throw new CommandProblem(
      `Lectern is using the PostgreSQL database (${count(users, "connection")}); stop every node first. A pooler keeps connections open for a while: close those too.`,
    );
  }
}

/** Lectern's other connections to a PostgreSQL database. Call this before this process opens a second connection. */
async function countUsers({ query }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name in ('lectern', 'lectern-queue') and pid <> pg_backend_pid()`.execute(
    query,
  );
  return Number(rows[0]?.count ?? 0);
}

export function assertUnused(config: Config, path: string): void {
  const hold = holdDatabase(path);
  if (hold === undefined) {
    throw running(config);
  }
  hold.release();
}

function running({ dataFolder }: Config): CommandProblem {
  return new CommandProblem(`Lectern is running on ${dataFolder}; stop it first.`);
}

/** Whether the database contains data. A damaged database counts as used. */
async function isUsed(path: string): Promise<boolean> {
  try {
    return await workAndClose(openSqlite(path), ({ query }) => hasRows(query));
  } catch {
    return true;
  }
}

function writeKey(config: Config, { secretKey }: CheckedBackup): void {
  if (secretKey !== undefined) {
    writeSecretKey(config, secretKey, systemClock.now());
  }
}

function notesOn(config: Config, { header, manifest }: CheckedBackup): string[] {
  const known = secretKeyNames(config);
  const isReadable = header.secretKeyNames.length === 0 || header.secretKeyNames.some((name) => known.includes(name));
  return textLines(
    !isReadable &&
      "Stored tokens are encrypted with another key: set LECTERN_SECRET_KEYS to the keys of the server that was backed up.",
    !header.hasObjects &&
      "The backup has the database only: sites and repositories must already be in the artifact store.",
    manifest.missing > 0 && `${count(manifest.missing, "object")} already missing when the backup was made.`,
  );
}
