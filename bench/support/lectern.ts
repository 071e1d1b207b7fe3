import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { type App, openApp } from "../../src/app/app.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { readConfig } from "../../src/platform/config.ts";
import { createProject } from "../../src/projects/create-project.ts";
import type { Project } from "../../src/projects/store.ts";

export const mainFile = join(import.meta.dirname, "../../src/lectern.js");
const readyMilliseconds = 120_000;

export interface Installation {
  app: App;
  project: Project;
  adminKey: string;
  environment: Record<string, string>;
  url: string;
  remove(): Promise<void>;
}

/** Creates a separate data folder with one project, opened in this process so that data can be added. */
export async function createInstallation(): Promise<Installation> {
  const dataFolder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  const port = await freePort();
  const environment = { PORT: String(port), LECTERN_DATA: dataFolder, LECTERN_LOG_LEVEL: "info" };
  const app = await openApp(readConfig(environment), "cli");
  const { query } = app.database;
  const organization = await createOrganization(app, query, "Bench");
  const project = await createProject(app, query, {
    organizationId: organization.id,
    name: "Bench",
    domain: "bench",
    repository: "https://example.com/bench.git",
  });
  const { secret } = await createKey(app, query, { kind: "admin", organizationId: organization.id, projectId: null });
  return {
    app,
    project,
    adminKey: secret,
    environment,
    url: `http://127.0.0.1:${port}`,
    async remove() {
      await app.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Starts a Lectern command in a separate process, as users do. Its log is discarded. */
export function startLectern(
  command: string,
  environment: Record<string, string>,
  main: string = mainFile,
): ChildProcess {
  return spawn(process.execPath, [main, command], { env: { ...process.env, ...environment }, stdio: "ignore" });
}

export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + readyMilliseconds;
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) {
      return;
    }
  }
  throw new Error(`${url} did not become ready.`);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
