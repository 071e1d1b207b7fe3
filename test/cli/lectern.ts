import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { runProgram } from "../../src/cli/program.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { createEmptyStorage, createStorage, type Dialect, openStorage, type TestStorage } from "../support/database.ts";

export const mainPath = resolve(import.meta.dirname, "../../src/main.ts");
const deadlineMilliseconds = 500_000;

/** Nothing listens at this address, so updates fail. */
export const deadRepository = "http://127.0.0.1:9/acme/docs.git";

/** The bundled browser can't be unpacked into this folder, so no time is spent on screenshots that no test needs. */
export const withoutBrowser = { TMPDIR: "/dev/null/nowhere" };

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

/** Environment variables for an empty data folder and, on PostgreSQL, an empty database. */
export async function createInstallation(dialect: Dialect): Promise<TestInstallation> {
  const storage = await createEmptyStorage(dialect);
  onTestFinished(() => storage.remove());
  return installationOn(storage);
}

/** Has the project `acme`, whose updates fail. */
interface UsedInstallation extends TestInstallation {
  organizationId: string;
  projectId: string;
  adminKey: string;
}

/**
 * An installation that has been started before: publishing the sample of a first start takes longer than most tests.
 */
export async function createUsedInstallation(dialect: Dialect): Promise<UsedInstallation> {
  const installation = await makeUsedInstallation(dialect);
  onTestFinished(() => installation.storage.remove());
  return installation;
}

/** Like `createUsedInstallation`, but shared by several tests, which remove it themselves. */
export async function makeUsedInstallation(dialect: Dialect): Promise<UsedInstallation> {
  const storage = await createStorage(dialect);
  const database = await openStorage(storage);
  const deps = { clock: systemClock };
  const { id: organizationId } = await createOrganization(deps, database.query, "ACME");
  const acme = { organizationId, name: "Docs", domain: "acme", repository: deadRepository };
  const { id: projectId } = await createProject(deps, database.query, acme);
  const key = { kind: "admin", organizationId, projectId: null } as const;
  const { secret: adminKey } = await createKey(deps, database.query, key);
  await database.close();
  return { ...installationOn(storage), organizationId, projectId, adminKey };
}

function installationOn(storage: TestStorage): TestInstallation {
  const { dataFolder, databaseUrl } = storage;
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  // Don't wait for jobs that are still running when the test ends, such as the first update of the sample.
  const settings = { PORT: "0", LECTERN_DATA: dataFolder, LECTERN_SHUTDOWN_SECONDS: "0", LECTERN_GRACE_SECONDS: "0" };
  return { storage, variables: { ...settings, ...database } };
}

/** Runs a command to completion. */
export async function lectern(variables: Variables, ...args: string[]): Promise<CommandResult> {
  const running = new RunningLectern(variables, args);
  onTestFinished(() => running.kill());
  const exitCode = await running.ended;
  return { exitCode, stdout: running.stdout, stderr: running.stderr };
}

/**
 * Runs a command in this process. A separate process takes up to a second to load the code, so only some tests of each
 * command start one.
 */
export async function lecternHere(variables: Variables, ...args: string[]): Promise<CommandResult> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  const listeners = process.stdout.listeners("error");
  try {
    const exitCode = await runProgram(args, variables);
    return { exitCode, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const listener of process.stdout.listeners("error")) {
      if (!listeners.includes(listener)) process.stdout.off("error", listener as () => void);
    }
  }
}

/** Runs a command that must succeed and returns the JSON it prints. */
export async function lecternJson<Document>(variables: Variables, ...args: string[]): Promise<Document> {
  return readJson(args, await lectern(variables, ...args, "--json"));
}

/** Like `lecternJson`, but in this process. */
export async function lecternJsonHere<Document>(variables: Variables, ...args: string[]): Promise<Document> {
  return readJson(args, await lecternHere(variables, ...args, "--json"));
}

function readJson<Document>(args: readonly string[], { exitCode, stdout, stderr }: CommandResult): Document {
  if (exitCode !== 0 || stderr !== "") {
    throw new Error(`lectern ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  }
  return JSON.parse(stdout) as Document;
}

/** Starts a long-running command without screenshots, waits until it is ready, and stops it after the test. */
export async function startLectern(
  variables: Variables,
  command: "start" | "serve" | "worker" = "start",
  main: string = mainPath,
) {
  const running = new RunningLectern({ ...variables, ...withoutBrowser }, [command], main);
  onTestFinished(() => running.kill());
  await running.waitUntilReady();
  return running;
}

export class RunningLectern {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout = "";
  stderr = "";

  constructor(variables: Variables, args: readonly string[], main = mainPath) {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
    this.process = spawn(process.execPath, [main, ...args], {
      // The working directory is not the checkout, which may contain a developer's .env.
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

  /** All workers so far, the newest last. */
  get workerPids(): number[] {
    return [...this.stderr.matchAll(/"pid":(\d+),"msg":"the worker accepts jobs"/g)].map(([, pid]) => Number(pid));
  }

  waitUntilReady(): Promise<void> {
    return this.waitFor(() => /Ctrl\+C to stop|API is running|worker is running/.test(this.stdout));
  }

  async waitFor(condition: () => boolean): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.process.exitCode === null && !condition()) {
          throw new Error(`The condition is not met. stdout: ${this.stdout} stderr: ${this.stderr}`);
        }
      },
      { timeout: deadlineMilliseconds, interval: 20 },
    );
    if (!condition()) throw new Error(`Exited with ${this.process.exitCode}: ${this.stderr}`);
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
