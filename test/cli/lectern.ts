import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createEmptyStorage, createStorage, type Dialect, openStorage, type TestStorage } from "../support/database.ts";

export const mainPath = resolve(import.meta.dirname, "../../src/main.ts");
const deadlineMilliseconds = 150_000;

export type Variables = Readonly<Record<string, string>>;

interface CommandResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

interface TestInstallation {
  storage: TestStorage;
  variables: Variables;
}

/** An empty data folder (and a database on PostgreSQL) of the test's own, as variables of the environment. */
export async function createInstallation(dialect: Dialect): Promise<TestInstallation> {
  const storage = await createEmptyStorage(dialect);
  onTestFinished(() => storage.remove());
  return installationOn(storage);
}

/** One that somebody uses: only a first start makes the sample, and to publish it takes longer than most tests. */
export async function createUsedInstallation(dialect: Dialect): Promise<TestInstallation> {
  const installation = await makeUsedInstallation(dialect);
  onTestFinished(() => installation.storage.remove());
  return installation;
}

/** The same for several tests, which remove it themselves. */
export async function makeUsedInstallation(dialect: Dialect): Promise<TestInstallation> {
  const storage = await createStorage(dialect);
  const database = await openStorage(storage);
  await createOrganization({ clock: systemClock }, database.query, "Somebody");
  await database.close();
  return installationOn(storage);
}

function installationOn(storage: TestStorage): TestInstallation {
  const { dataFolder, databaseUrl } = storage;
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  // Nobody waits for a job that goes on when the test has seen enough, such as the first update of the sample.
  const settings = { PORT: "0", LECTERN_DATA: dataFolder, LECTERN_SHUTDOWN_SECONDS: "0" };
  return { storage, variables: { ...settings, ...database } };
}

/** Runs one command to its end. */
export async function lectern(variables: Variables, ...args: string[]): Promise<CommandResult> {
  const running = new RunningLectern(variables, args);
  onTestFinished(() => running.kill());
  const exitCode = await running.ended;
  return { exitCode, stdout: running.stdout, stderr: running.stderr };
}

/** Runs a command that must succeed, and gives the one JSON document that it prints. */
export async function lecternJson<Document>(variables: Variables, ...args: string[]): Promise<Document> {
  const { exitCode, stdout, stderr } = await lectern(variables, ...args, "--json");
  if (exitCode !== 0 || stderr !== "") {
    throw new Error(`lectern ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  }
  return JSON.parse(stdout) as Document;
}

/** Nothing answers there, so that an update of it fails whatever Lectern can do. */
export const deadRepository = "http://127.0.0.1:9/acme/docs.git";

/** An organization with the project `acme`. */
export async function createAcme(variables: Variables): Promise<{ organizationId: string; projectId: string }> {
  const { organizationId } = await lecternJson<{ organizationId: string }>(
    variables,
    "org",
    "create",
    "--name",
    "ACME",
  );
  const { projectId } = await lecternJson<{ projectId: string }>(
    ...([variables, "project", "create", "--organization", organizationId, "--name", "Docs"] as const),
    ...["--domain", "acme", "--repository", deadRepository],
  );
  return { organizationId, projectId };
}

/** Starts a command that lasts, waits until it says so, and ends it with the test. */
export async function startLectern(variables: Variables, command: "start" | "serve" | "worker" = "start") {
  const running = new RunningLectern(variables, [command]);
  onTestFinished(() => running.kill());
  await running.waitUntilReady();
  return running;
}

export class RunningLectern {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout = "";
  stderr = "";

  constructor(variables: Variables, args: readonly string[]) {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
    this.process = spawn(process.execPath, [mainPath, ...args], {
      // Not in the checkout, which may hold an .env of the developer's own.
      cwd: variables.LECTERN_DATA,
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process.stdout?.on("data", (text) => {
      this.stdout += text;
    });
    this.process.stderr?.on("data", (text) => {
      this.stderr += text;
    });
    this.ended = once(this.process, "close").then(([code]) => code as number | null);
  }

  get url(): string {
    return /http:\/\/[\d.]+:\d+/.exec(this.stdout)?.[0] ?? "";
  }

  /** Of every worker so far, the newest last. */
  get workerPids(): number[] {
    return [...this.stderr.matchAll(/"pid":(\d+),"msg":"the worker accepts jobs"/g)].map(([, pid]) => Number(pid));
  }

  /** Until it says that it runs. */
  waitUntilReady(): Promise<void> {
    return this.waitFor(() => /Ctrl\+C stops it|answers at|takes jobs/.test(this.stdout));
  }

  async waitFor(condition: () => boolean): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.process.exitCode !== null) {
          throw new Error(`It has ended with ${this.process.exitCode}: ${this.stderr}`);
        }
        if (!condition()) {
          throw new Error(`It does not come to pass. stdout: ${this.stdout} stderr: ${this.stderr}`);
        }
      },
      { timeout: deadlineMilliseconds, interval: 20 },
    );
  }

  async stop(): Promise<number | null> {
    this.process.kill("SIGTERM");
    return this.ended;
  }

  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.ended;
  }
}

/** A port that another program listens on. */
export async function occupyPort(): Promise<string> {
  const other = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const address = other.address();
  return String(typeof address === "object" && address !== null ? address.port : 0);
}
