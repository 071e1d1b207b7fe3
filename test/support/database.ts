import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, inject, onTestFinished } from "vitest";
import type { Database } from "../../src/platform/db/database.ts";
import { connectDatabase, openDatabase } from "../../src/platform/db/open.ts";

export type Dialect = Database["dialect"];

/** Runs one suite on both databases. */
export function onBothDatabases(suite: (dialect: Dialect) => void): void {
  describe.each<Dialect>(["sqlite", "postgres"])("on %s", suite);
}

/** For a test of such a suite to which the database is all one: the one that a team starts with is enough. */
export function onOneDatabase(dialect: Dialect): { skip: boolean } {
  return { skip: dialect !== "sqlite" };
}

export interface TestStorage {
  /** What DATABASE_URL would be. */
  databaseUrl: string | undefined;
  dataFolder: string;
  remove(): Promise<void>;
}

/** A data folder, and on PostgreSQL a database that has its tables: making them anew for each test costs most of it. */
export function createStorage(dialect: Dialect): Promise<TestStorage> {
  return createStorageFrom(dialect, inject("postgresTemplate"));
}

/** An empty data folder, and on PostgreSQL an empty database, as the first start finds them. */
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
  await run(server, `create database ${name} template ${template}`);
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

/** A migrated database for one test, closed and removed when the test ends. */
export async function openTestDatabase(dialect: Dialect): Promise<Database> {
  const storage = await createStorage(dialect);
  const database = await openStorage(storage);
  onTestFinished(async () => {
    await database.close();
    await storage.remove();
  });
  return database;
}

/** Opens (and, unless told otherwise, migrates) what `createStorage` made; a second call is a second node. */
export async function openStorage(storage: TestStorage, { migrated = true } = {}): Promise<Database> {
  const open = migrated ? openDatabase : connectDatabase;
  return open({
    url: storage.databaseUrl,
    dataFolder: storage.dataFolder,
    connectionsMax: 5,
    // A forced drop at the end of a test cuts idle connections.
    onIdleError: () => {},
  });
}
