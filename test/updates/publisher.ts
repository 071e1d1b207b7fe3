import { mkdtempSync, rmSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { type App, openApp } from "../../src/app/app.ts";
import { foldersOf } from "../../src/app/folders.ts";
import { jobHandlers } from "../../src/app/run-worker.ts";
import { type Running, serve } from "../../src/app/serve.ts";
import { type Client, createClient } from "../../src/contract/client.ts";
import type { UpdateStatus } from "../../src/contract/schemas.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { readConfig } from "../../src/platform/config.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { Worker } from "../../src/platform/queue/worker.ts";
import { createHostedProject } from "../../src/projects/create-hosted-project.ts";
import { siteAddressing } from "../../src/projects/sites/site-address.ts";
import type { Project } from "../../src/projects/store.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { screenshotJobKind } from "../../src/updates/after-publish.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { until } from "../faults/queue-test-support.ts";
import type { StoreKind } from "../support/artifact-store.ts";
import { createStorage, type Dialect, type TestStorage } from "../support/database.ts";
import { serveDomains } from "../support/fake-dns.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { Clone, type Files, writeFiles } from "./clone.ts";
import { type PublishingGate, withGate } from "./publishing-gate.ts";

/** The timeout for an update. It takes a few seconds on an idle machine, but much longer on a busy one. */
const updateSeconds = 500;
const replyMillisecondsMax = 90_000;
const pollMilliseconds = 50;

/** An installation with one organization, in this process or in others. */
export interface Installation {
  storage: TestStorage;
  /** Environment variables for separate processes. */
  variables: Record<string, string>;
  port: number;
  url: string;
  /** For inspecting the database and the store, and for actions of the command line. */
  app: App;
  s3: S3Server | undefined;
  organizationId: string;
  adminKey: string;
  client: Client;
  /** Imports the files as a project of the built-in git host, and triggers its first update. */
  createProject(domain: string, files: Files, options?: ProjectOptions): Promise<HostedProject>;
  status(statusId: string): Promise<UpdateStatus>;
  /** Waits until the update has ended. */
  ended(statusId: string): Promise<UpdateStatus>;
  /** The newest update of a project. */
  newest(project: Project): Promise<string>;
  /** Requests a path of a site, as a browser at `{subdomain}.localhost` would. */
  read(subdomain: string, path: string, options?: ReadOptions): Promise<Reply>;
  close(): Promise<void>;
}

interface ProjectOptions {
  branch?: string;
  customDomains?: readonly string[];
  directory?: string;
  isStrict?: boolean;
}

export interface HostedProject {
  project: Project;
  /** The update triggered by the import. */
  firstUpdate: string;
  /** Clones the repository with `git clone`, with the admin key as the password. */
  clone(): Promise<Clone>;
}

export interface ReadOptions {
  method?: string;
  headers?: Record<string, string>;
  /** The Host header in place of `{subdomain}.localhost:PORT`. */
  host?: string;
}

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text: string;
}

export async function openInstallation(
  dialect: Dialect,
  store: StoreKind = "folder",
  settings: Record<string, string> = {},
): Promise<Installation> {
  const storage = await createStorage(dialect);
  const s3 = store === "s3" ? await startS3Server() : undefined;
  const port = settings.PORT === undefined ? await freePort("127.0.0.1") : Number(settings.PORT);
  const url = `http://127.0.0.1:${port}`;
  const variables = {
    PORT: String(port),
    LECTERN_DATA: storage.dataFolder,
    LECTERN_ALLOWED_HOSTS: "127.0.0.1",
    LECTERN_LOG_LEVEL: "fatal",
    LECTERN_SHUTDOWN_SECONDS: "0",
    ...(storage.databaseUrl === undefined ? {} : { DATABASE_URL: storage.databaseUrl }),
    ...(s3 === undefined ? {} : s3Variables(s3)),
    ...settings,
  };
  const app = await openApp(readConfig(variables), "cli");
  const organization = await createOrganization(app, app.database.query, "ACME");
  const organizationId = organization.id;
  const { secret: adminKey } = await createKey(app, app.database.query, {
    kind: "admin",
    organizationId,
    projectId: null,
  });
  const client = createClient({ url, key: adminKey });
  const status = (statusId: string) => client.getUpdateStatus({ statusId });
  return {
    storage,
    variables,
    port,
    url,
    app,
    s3,
    organizationId,
    adminKey,
    client,
    createProject: (domain, files, options) => importProject({ app, organizationId, adminKey }, domain, files, options),
    status,
    ended: (statusId) =>
      until(
        async () => {
          const update = await status(statusId);
          return update.endedAt === undefined ? undefined : update;
        },
        // Polling faster would slow down the update that it waits for.
        { timeoutSeconds: updateSeconds, intervalMilliseconds: pollMilliseconds },
      ) as Promise<UpdateStatus>,
    async newest(project) {
      const { updates } = await client.listUpdates({ projectId: project.id, limit: 1 });
      return updates[0]?._id ?? "";
    },
    read: (subdomain, path, { host = `${subdomain}.localhost:${port}`, ...options } = {}) =>
      readFrom(port, host, path, options),
    async close() {
      await app.close();
      await s3?.close();
      await storage.remove();
    },
  };
}

/** An installation whose server and worker run in this process. */
export interface Publisher extends Installation {
  /** A gate in front of the worker's artifact store. */
  gate: PublishingGate;
  /** Imports a project and waits until it is published. */
  publish(domain: string, files: Files, options?: ProjectOptions): Promise<HostedProject & { first: UpdateStatus }>;
}

export async function startPublisher(
  dialect: Dialect,
  store: StoreKind = "folder",
  settings: Record<string, string> = {},
  databasePort?: number,
): Promise<Publisher> {
  const installation = await openInstallation(dialect, store, settings);
  const app = await openApp(readConfig(throughPort(installation.variables, databasePort)), "worker");
  const server = await serve(app);
  const { objects, gate } = withGate(app.objects);
  const worker = startWorker({ ...app, objects });
  return {
    ...installation,
    gate,
    async publish(domain, files, options) {
      const hosted = await installation.createProject(domain, files, options);
      return { ...hosted, first: await installation.ended(hosted.firstUpdate) };
    },
    async close() {
      gate.open();
      await worker.stop();
      await server.stop();
      await app.close();
      await installation.close();
    },
  };
}

/** Makes the server and the worker reach PostgreSQL through this port. */
function throughPort(variables: Record<string, string>, port: number | undefined): Record<string, string> {
  if (variables.DATABASE_URL === undefined || port === undefined) {
    return variables;
  }
  const url = new URL(variables.DATABASE_URL);
  url.port = String(port);
  return { ...variables, DATABASE_URL: url.href };
}

/** Render processes of all test files that share this process. They end with it. */
let renderPool: RenderPool | undefined;

/** Like `runWorker`, but without a browser for every publication. */
export function startWorker(app: App): Running {
  renderPool ??= createRenderPool();
  const { [screenshotJobKind]: _screenshots, ...handlers } = jobHandlers(app, renderPool);
  const { workerConcurrency: concurrency, shutdownSeconds } = app.config;
  const worker = new Worker({ ...app, handlers, concurrency, shutdownSeconds, pollMilliseconds });
  worker.start();
  return worker;
}

/** Pages with this image get no social card, because painting cards takes longer than rendering a small project. */
export const ownImage = { metatags: { "og:image": "https://acme.test/card.png" } };

/** A small project with one file of each kind. */
export const smallProject: Files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "ACME",
    colors: { primary: "#3b5bdb" },
    navigation: { pages: ["index", "guides/start", "guides/end"] },
    seo: ownImage,
  }),
  "index.mdx": "---\ntitle: Welcome\n---\n\nThe first words.\n",
  "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin.\n",
  "guides/end.mdx": "---\ntitle: End\n---\n\nHow to stop.\n",
};

export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "lectern-updates-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function importProject(
  { app, organizationId, adminKey }: { app: App; organizationId: string; adminKey: string },
  domain: string,
  files: Files,
  { customDomains = [], ...options }: ProjectOptions = {},
): Promise<HostedProject> {
  const { folder, remove } = temporaryFolder();
  try {
    writeFiles(folder, files);
    const { clock, config, database } = app;
    const deps = { ...app, url: config.url, repositoriesFolder: foldersOf(config).repositories };
    const project = await createHostedProject(deps, { organizationId, name: domain, domain, folder, ...options });
    const update = await database.transaction(async (tx) => {
      await serveDomains({ clock, addressing: siteAddressing(config) }, tx, project.id, customDomains);
      return triggerUpdate(app, tx, { project, source: "onboarding" });
    });
    return { project, firstUpdate: update.id, clone: () => Clone.of(project.repository, adminKey) };
  } finally {
    remove();
  }
}

export function s3Variables({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Server): Record<string, string> {
  return {
    LECTERN_ARTIFACTS: `s3://${bucket}/lectern?region=${region}&endpoint=${encodeURIComponent(endpoint.href)}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    LECTERN_SECRET_KEYS: "the same key on every node of a test",
  };
}

/** `fetch` doesn't allow setting Host, and normalizes paths that a hostile client would send unchanged. */
function readFrom(
  port: number,
  host: string,
  path: string,
  { method = "GET", headers = {} }: ReadOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      { host: "127.0.0.1", port, path, method, headers: { ...headers, host }, agent: false },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) {
          chunks.push(chunk);
        }
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
      },
    );
    request.setTimeout(replyMillisecondsMax, () => request.destroy(new Error(`No reply to ${method} ${path}`)));
    request.once("error", reject);
    request.end();
  });
}
