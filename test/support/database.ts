import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, inject, onTestFinished } from "vitest";
import type { Database } from "../../src/platform/db/database.ts";
import { connectDatabase, openDatabase } from "../../src/platform/db/open.ts";

export type Dialect = Database["dialect"];

/** Runs a suite on both databases. */
export function onBothDatabases(suite: (dialect: Dialect) => void): void {
  describe.each<Dialect>(["sqlite", "postgres"])("on %s", suite);
}

declare module "vitest" {
  interface ProvidedContext {
    databases: Dialect[];
  }
}

/**
 * Runs a suite above the stores, where both databases behave alike: on SQLite in a normal run, and on PostgreSQL in the
 * long run.
 */
export function onDatabaseOfRun(suite: (dialect: Dialect) => void): void {
  describe.each<Dialect>(inject("databases"))("on %s", suite);
}

/** Skips a test that doesn't depend on the database, unless the suite runs on SQLite. */
export function onOneDatabase(dialect: Dialect): { skip: boolean } {
  return { skip: dialect !== "sqlite" };
}

/** Leaves a slow test to the long run, which repeats the suites above the stores on PostgreSQL. */
export function inLongRun(): { skip: boolean } {
  return { skip: !inject("databases").includes("postgres") };
}

export interface TestStorage {
  /** The DATABASE_URL for this storage; undefined for SQLite. */
  databaseUrl: string | undefined;
  dataFolder: string;
  remove(): Promise<void>;
}

/** A data folder with a copy of a migrated database, because creating all tables would take most of a test's time. */
export async function createStorage(dialect: Dialect): Promise<TestStorage> {
  const storage = await createStorageFrom(dialect, inject("postgresTemplate"));
  if (dialect === "sqlite") cpSync(inject("sqliteTemplate"), storage.dataFolder, { recursive: true });
  return storage;
}

/** An empty data folder and, on PostgreSQL, an empty database, as on a first start. */
export function createEmptyStorage(dialect: Dialect): Promise<TestStorage> {
  return createStorageFrom(dialect, "template1");
}

async function createStorageFrom(dialect: Dialect, template: string): Promise<TestStorage> {
  const dataFolder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  const remove = async () => rmSync(dataFolder, { recursive: true, force: true });
  if (dialect === "sqlite") {
    return { databaseUrl: undefined, dataFolder, remove };
  }
  const server = inject("postgresUrl");
  const name = `test_${Math.random().toString(36).slice(2)}`;
  // Copying the files takes half as long as writing each page to the log, as is the default.
  await run(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    databaseUrl: `${server}/${name}`,
    dataFolder,
    remove: async () => {
      await run(server, `drop database if exists ${name} with (force)`);
      await remove();
    },
  };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A migrated database for one test. It is removed when the test ends. */
export async function openTestDatabase(dialect: Dialect): Promise<Database> {
  const storage = await createStorage(dialect);
  const database = await openStorage(storage);
  onTestFinished(async () => {
    await database.close();
    await storage.remove();
  });
  return database;
}

/** Opens (and by default migrates) the storage from `createStorage`; a second call acts as a second node. */
export async function openStorage(storage: TestStorage, { migrated = true } = {}): Promise<Database> {
  const open = migrated ? openDatabase : connectDatabase;
  return open({
    url: storage.databaseUrl,
    dataFolder: storage.dataFolder,
    connectionsMax: 5,
    // A forced drop at the end of a test breaks idle connections.
    onIdleError: () => {},
  });
}
