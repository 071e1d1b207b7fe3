import { join } from "node:path";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { passwordCost } from "../../src/accounts/password.ts";
import { editorHosting } from "../../src/app/code-host-deps.ts";
import { jobKinds } from "../../src/app/job-kinds.ts";
import { createServer, type Server } from "../../src/app/server.ts";
import type { Hosting } from "../../src/app/server-parts.ts";
import type { GithubAccess } from "../../src/code-hosts/installations/github-access.ts";
import { type Client, createClient } from "../../src/contract/client.ts";
import { createKey, type NewKey } from "../../src/keys/create-key.ts";
import { type Key, revokeKey } from "../../src/keys/store.ts";
import type { ObjectStore } from "../../src/platform/artifacts/object-store.ts";
import { openArtifacts } from "../../src/platform/artifacts/open.ts";
import type { Clock } from "../../src/platform/clock.ts";
import { type Config, type OidcSettings, readConfig } from "../../src/platform/config.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { createLog, type Log } from "../../src/platform/log.ts";
import type { MailSettings } from "../../src/platform/mail-settings.ts";
import { openQueue } from "../../src/platform/queue/open.ts";
import type { Queue } from "../../src/platform/queue/queue.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { createProject } from "../../src/projects/create-project.ts";
import type { Project } from "../../src/projects/store.ts";
import { createStorage, type Dialect, openStorage, type TestStorage } from "./database.ts";
import { createFakeDns, type FakeDns } from "./fake-dns.ts";

passwordCost.N = 1_024;

const dayMilliseconds = 86_400_000;
const siteHost = "sites.lectern.test";
const bounds = {
  tokensPerDay: 1_000_000,
  agentTokensPerDay: 1_000_000,
  spend: undefined,
  agentSpend: undefined,
  prices: {},
};
const model = { name: "", url: "", key: undefined, reasoning: "default" as const, ...bounds };
export const publicUrl = "https://docs.lectern.test";
export const testAddressing = { siteHost, ownHosts: ["docs.lectern.test", "127.0.0.1"] };
/** The tests call from 127.0.0.1, which isn't in this range. */
const elsewhere = "10.0.0.0/8";

/** A clock that stands still until a test moves it. */
interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export interface IssuedKey {
  key: Key;
  secret: string;
}

/** An organization with one project and every kind of key. */
export interface Tenant {
  organizationId: string;
  project: Project;
  admin: IssuedKey;
  reader: IssuedKey;
  writer: IssuedKey;
  expired: IssuedKey;
  revoked: IssuedKey;
  /** A key that is only valid from `elsewhere`. */
  bound: IssuedKey;
  assistant: IssuedKey;
}

/** One node: a server on its own port, with its own connections to the storage. */
export interface Node {
  url: string;
  port: number;
  server: Server;
  database: BreakableDatabase;
  queue: Queue;
  objects: ObjectStore;
  client(secret?: string): Client;
  stop(): Promise<void>;
}

interface NodeOptions {
  trustedProxies?: readonly string[];
  oidc?: OidcSettings;
  /** Hosts in the server's own network that people may enter as addresses. */
  allowedHosts?: readonly string[];
  /** Defaults to a GitHub App that nobody can reach. */
  github?: GithubAccess;
  /** The mail server. */
  mail?: MailSettings;
  /** How readers of private sites can sign in. */
  readers?: Config["readers"];
  /** Needed by tests with a browser, which must reach the node at its public URL: `http://127.0.0.1:{port}`. */
  port?: number;
  /** The host in the public URL. Passkeys need a name, such as `localhost`. */
  host?: string;
  /** Environment variables for the editor. */
  settings?: Record<string, string>;
}

/** A running server. */
export interface Installation {
  storage: TestStorage;
  clock: TestClock;
  log: Log;
  /** Every line that any node has logged. */
  logLines: string[];
  /** The DNS records that every node sees. */
  dns: FakeDns;
  /** The first node. `restart` replaces it. */
  node: Node;
  tenant: Tenant;
  /** Another organization on the same server. It must never see the first one. */
  stranger: Tenant;
  /** Starts another node on the same storage. It stops with the installation at the latest. */
  startNode(options?: NodeOptions): Promise<Node>;
  restart(): Promise<void>;
  /** Creates a key in addition to those of the tenants. */
  issueKey(request: NewKey, issuedAt?: number): Promise<IssuedKey>;
  /** Every secret that was ever issued. None may appear in a log line. */
  secrets: string[];
  /** Stops every node. Fails if a secret was logged. */
  stop(): Promise<void>;
}

/** Each installation starts at a different time, because only a limited number of IDs of one moment sort correctly. */
let started = 0;

/** Starts Lectern on empty storage, with two tenants. */
export async function startInstallation(dialect: Dialect, create = createStorage): Promise<Installation> {
  const storage = await create(dialect);
  started += 1;
  const clock = createTestClock(Date.UTC(2026, 2, 2, 9, 30, 15, started));
  const logLines: string[] = [];
  const log = createLog("trace", "api", { write: (line) => logLines.push(line) });
  const nodes = new Set<Node>();
  const dns = createFakeDns();
  const secrets: string[] = [];

  const startNode = async (options: NodeOptions = {}): Promise<Node> => {
    const node = await listen({ storage, clock, log, dns }, options);
    nodes.add(node);
    return {
      ...node,
      async stop() {
        if (nodes.delete(node)) {
          await node.stop();
        }
      },
    };
  };
  const node = await startNode();
  const issueKey = async (request: NewKey, issuedAt = clock.now()): Promise<IssuedKey> => {
    const issued = await createKey({ clock: { now: () => issuedAt } }, installation.node.database.query, request);
    secrets.push(issued.secret);
    return issued;
  };
  const installation: Installation = {
    storage,
    clock,
    log,
    logLines,
    dns,
    node,
    tenant: undefined as unknown as Tenant,
    stranger: undefined as unknown as Tenant,
    startNode,
    async restart() {
      await installation.node.stop();
      installation.node = await startNode();
    },
    issueKey,
    secrets,
    async stop() {
      await Promise.all([...nodes].map((running) => running.stop()));
      await storage.remove();
      const logged = logLines.join("");
      if (secrets.some((secret) => logged.includes(secret))) {
        throw new Error("A key is in the log; run the tests of this file one by one to find the line.");
      }
    },
  };
  installation.tenant = await createTenant(installation, "acme-docs");
  installation.stranger = await createTenant(installation, "zenith-docs");
  return installation;
}

/** A database that tests can make unavailable and available again. */
interface BreakableDatabase extends Database {
  isAway: boolean;
}

/** The error of a driver while the database is down. No part of it may reach a client. */
const outage = 'connect ECONNREFUSED 10.9.8.7:5432 at /srv/lectern/pool.ts:12 during "select * from keys"';

function createTestClock(start: number): TestClock {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

async function listen(
  deps: { storage: TestStorage; clock: Clock; log: Log; dns: FakeDns },
  {
    trustedProxies = [],
    oidc,
    allowedHosts = [],
    github,
    mail,
    readers,
    port,
    host = "127.0.0.1",
    settings = {},
  }: NodeOptions,
): Promise<Node> {
  const { storage, clock, log, dns } = deps;
  const database = breakable(await openStorage(storage));
  const { databaseUrl } = storage;
  const queue = await openQueue({ database, clock, kinds: jobKinds, databaseUrl, role: "api", log });
  const { dataFolder } = storage;
  const objects = await openArtifacts({ address: "", accessKeyId: "", secretAccessKey: "", dataFolder });
  const secrets = openSecrets({ keys: [], dataFolder });
  const hosting: Hosting = {
    secrets,
    editor: editorHosting({
      config: {
        ...readConfig({ LECTERN_DATA: dataFolder, ...settings }),
        url: publicUrl,
        allowedHosts: [...allowedHosts],
      },
      database,
      queue,
      objects,
      secrets,
      clock,
      log,
    }),
    addressing: testAddressing,
    oidc,
    mail,
    allowedHosts,
    github: github ?? {
      app: { id: "1", privateKey: "", client: { id: "Iv1.test", secret: "client-secret" } },
      origins: ["https://github.com"],
      allowedHosts: [],
    },
  };
  const server = createServer({
    database,
    queue,
    objects,
    model,
    withAuthorCode: true,
    // Tests that compare the whole database couldn't be exact while views are counted.
    analytics: { isOn: false, isExported: false, countryHeader: "" },
    ...(readers !== undefined && { readers }),
    clock,
    log,
    url: port === undefined ? publicUrl : `http://${host}:${port}`,
    siteHost,
    repositoriesFolder: join(dataFolder, "repositories"),
    trustedProxies,
    dns,
    hosting,
  });
  const url = await server.http.listen({ host: "127.0.0.1", port: port ?? 0 });
  return {
    url,
    port: Number(new URL(url).port),
    server,
    database,
    queue,
    objects,
    client: (secret) => createClient(secret === undefined ? { url } : { url, key: secret }),
    async stop() {
      database.isAway = false;
      await server.close();
      await queue.close();
      await database.close();
    },
  };
}

function breakable(database: Database): BreakableDatabase {
  const answering = (): Database => {
    if (broken.isAway) {
      throw new Error(outage);
    }
    return database;
  };
  const broken: BreakableDatabase = {
    isAway: false,
    dialect: database.dialect,
    get query() {
      return answering().query;
    },
    transaction: async (work, options) => answering().transaction(work, options),
    prepare: <Row>(text: string) => {
      const read = database.prepare<Row>(text);
      return {
        first: async (values) => answering() && read.first(values),
        all: async (values) => answering() && read.all(values),
      };
    },
    ...(database.readVersion === undefined ? {} : { readVersion: () => answering().readVersion?.() ?? Number.NaN }),
    ping: async () => answering().ping(),
    snapshot: async (work) => answering().snapshot(work),
    close: () => database.close(),
  };
  return broken;
}

/** An organization with one project, for tests without a server. */
export async function createTestProject(
  { query }: Pick<Database, "query">,
  clock: Clock,
  domain = "acme-docs",
): Promise<Project> {
  const organization = await createOrganization({ clock }, query, domain);
  return createProject({ clock }, query, {
    organizationId: organization.id,
    name: domain,
    domain,
    repository: `https://git.lectern.test/${domain}`,
  });
}

async function createTenant(installation: Installation, domain: string): Promise<Tenant> {
  const { clock, issueKey } = installation;
  const { query } = installation.node.database;
  const project = await createTestProject({ query }, clock, domain);
  const { organizationId } = project;
  const admin: NewKey = { kind: "admin", organizationId, projectId: null };
  const revoked = await issueKey(admin);
  await revokeKey(query, revoked.key.id, clock.now());
  return {
    organizationId,
    project,
    admin: await issueKey(admin),
    reader: await issueKey({ ...admin, scopes: ["read"] }),
    writer: await issueKey({ ...admin, scopes: ["write"] }),
    expired: await issueKey({ ...admin, expiresInDays: 7 }, clock.now() - 7 * dayMilliseconds),
    revoked,
    bound: await issueKey({ ...admin, allowedAddresses: [elsewhere] }),
    assistant: await issueKey({ kind: "assistant", organizationId, projectId: project.id }),
  };
}
