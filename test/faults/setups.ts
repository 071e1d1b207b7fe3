import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Database } from "../../src/platform/db/database.ts";
import { connectDatabase } from "../../src/platform/db/open.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { settings } from "../../src/platform/settings.ts";
import { hasBrowser } from "../support/has-browser.ts";
import { launchPostgres, type PostgresServer } from "../support/postgres.ts";
import { Journal } from "./journal.ts";
import { LecternNode, mainPath } from "./lectern-node.ts";
import { type Pooler, startPooler } from "./pooler.ts";
import { type Receivers, startReceivers } from "./receivers.ts";
import type { S3Mood } from "./s3-process.ts";

export type SetupName = "cluster" | "single";

export interface Setup {
  name: SetupName;
  runFolder: string;
  journal: Journal;
  /** The nodes that answer requests: `serve` or `start`. */
  apis: ApiNode[];
  workers: LecternNode[];
  nodes: LecternNode[];
  postgres: PostgresServer | undefined;
  /** Undefined if it isn't installed. */
  pooler: Pooler | undefined;
  receivers: Receivers;
  /** What this run includes, and what this machine doesn't allow. */
  parts: string[];
  /** When PostgreSQL or S3 was down. */
  outages: { part: "postgres" | "s3"; from: number; to: number }[];
  /** The subdomains of sites that every node has served. */
  knownSites: string[];
  /** Whether a node reaches its database. */
  reachesDatabase(node: ApiNode): Promise<boolean>;
  databaseUrl: string | undefined;
  s3: S3Process | undefined;
  leaseSeconds: number;
  /** Runs a command on a machine that isn't one of the nodes, and returns its JSON output. */
  command<Document>(...args: string[]): Promise<Document>;
  /** Opens a connection to check the result. */
  openDatabase(): Promise<Database>;
  close(keepsFolder?: boolean): Promise<void>;
}

export type ApiNode = LecternNode & { port: number };

interface S3Process {
  variables: Record<string, string>;
  setMood(mood: S3Mood): void;
  close(): void;
}

const siteHost = "localhost";
const leaseSeconds = 5;
const run = promisify(execFile);

/** Starts real processes on free ports of this machine, each with its own data folder. */
export async function openSetup(name: SetupName, extra: Readonly<Record<string, string>> = {}): Promise<Setup> {
  const runFolder = mkdtempSync(join(tmpdir(), `lectern-faults-${name}-`));
  const journal = new Journal(join(runFolder, "timeline.log"));
  const cleanup: (() => Promise<void> | void)[] = [];
  const parts = name === "cluster" ? await startServices(runFolder, cleanup) : undefined;
  const receivers = await startReceivers();
  cleanup.push(() => receivers.close());
  const ports = await Promise.all((name === "cluster" ? [1, 2] : [1]).map(() => freePort("127.0.0.1")));
  const variables = {
    LECTERN_URL: `http://127.0.0.1:${ports[0]}`,
    LECTERN_ALLOWED_HOSTS: "127.0.0.1",
    LECTERN_LEASE_SECONDS: String(leaseSeconds),
    LECTERN_SHUTDOWN_SECONDS: "10",
    LECTERN_SECRET_KEYS: "faults-Zm9yIHRlc3RzIG9ubHkgMTIzNDU2Nzg5MA",
    SITE_HOST: siteHost,
    // Workers need it, too: they take screenshots from this port.
    PORT: String(ports[0]),
    TMPDIR: join(runFolder, "temporary"),
    LECTERN_SMTP_URL: receivers.smtpUrl,
    LECTERN_MAIL_FROM: "docs@example.com",
    ...known({ LECTERN_GRACE_SECONDS: "1", LECTERN_DISK_MEGABYTES_MIN: "0" }),
    ...(parts === undefined ? {} : { DATABASE_URL: parts.pooler?.url ?? parts.databaseUrl, ...parts.s3.variables }),
    ...extra,
  };
  mkdirSync(variables.TMPDIR);
  const node = (nodeName: string, command: LecternNode["command"], more: Record<string, string> = {}) =>
    new LecternNode({ name: nodeName, command, runFolder, journal, variables: { ...variables, ...more } });
  const apis = ports.map((port, index) =>
    node(name === "cluster" ? `api-${index + 1}` : "app", name === "cluster" ? "serve" : "start", {
      PORT: String(port),
    }),
  ) as ApiNode[];
  const workers = name === "cluster" ? [node("worker-1", "worker"), node("worker-2", "worker")] : [];
  const nodes = [...apis, ...workers];
  const killAll = () => {
    for (const each of nodes) each.remove();
  };
  // Kills all processes, even if the run is interrupted.
  process.once("exit", killAll);
  cleanup.push(() => {
    process.off("exit", killAll);
    killAll();
  });
  const commandFolder = name === "cluster" ? join(runFolder, "operator") : (apis[0]?.dataFolder ?? "");
  const dataFolder = { LECTERN_DATA: commandFolder, LECTERN_LOG_LEVEL: "error" };
  return {
    name,
    runFolder,
    journal,
    apis,
    workers,
    nodes,
    postgres: parts?.postgres,
    pooler: parts?.pooler,
    receivers,
    parts: [
      `full disks: ${nodes.every(({ hasDisk }) => hasDisk) ? "a file system of its own for each node" : "simulated, because mounting isn't allowed"}`,
      `screenshots: ${hasBrowser ? "on" : "off, because there is no browser"}`,
      ...(parts === undefined
        ? []
        : [`pooler: ${parts.pooler === undefined ? "none, because pgbouncer isn't installed" : "pgbouncer"}`]),
    ],
    outages: [],
    knownSites: [],
    reachesDatabase: async () => false,
    databaseUrl: parts?.databaseUrl,
    s3: parts?.s3,
    leaseSeconds,
    async command(...args) {
      mkdirSync(commandFolder, { recursive: true });
      const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
      const env = { PATH, HOME, NODE_COMPILE_CACHE, ...variables, ...dataFolder };
      const { stdout } = await run(process.execPath, [mainPath, ...args, "--json"], { cwd: runFolder, env });
      return JSON.parse(stdout);
    },
    openDatabase: () =>
      connectDatabase({ url: parts?.databaseUrl, dataFolder: commandFolder, connectionsMax: 2, onIdleError() {} }),
    async close(keepsFolder = false) {
      for (const clean of cleanup.reverse()) {
        await clean();
      }
      if (!keepsFolder) {
        rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

async function startServices(runFolder: string, cleanup: (() => Promise<void> | void)[]) {
  const postgres = await launchPostgres();
  cleanup.push(() => postgres.remove());
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await client.connect();
  await client.query("create database lectern");
  await client.end();
  const s3 = await startS3Process();
  cleanup.push(() => s3.close());
  const databaseUrl = `${postgres.url}/lectern`;
  const pooler = await startPooler(runFolder, databaseUrl);
  cleanup.push(() => pooler?.kill());
  return { postgres, databaseUrl, pooler, s3 };
}

async function startS3Process(): Promise<S3Process> {
  const child = fork(join(import.meta.dirname, "s3-process.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [variables] = (await once(child, "message")) as [Record<string, string>];
  return {
    variables,
    setMood: (mood) => child.send(mood),
    close: () => child.disconnect(),
  };
}

/** Keeps only the settings that this version knows, because it would refuse to start with unknown ones. */
function known(variables: Record<string, string>): Record<string, string> {
  const names = new Set<string>(settings.map(({ name }) => name));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name)));
}
