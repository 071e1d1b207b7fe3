import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import type { UpdateStatus } from "../../src/contract/schemas.ts";
import { createHttp } from "../../src/http/create-http.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { newId } from "../../src/platform/id.ts";
import { createLog } from "../../src/platform/log.ts";
import { openQueue } from "../../src/platform/queue/open.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { defaultBranchRules } from "../../src/projects/branch-rules.ts";
import { previewSubdomain } from "../../src/projects/sites/site-address.ts";
import { listSites, pointSite } from "../../src/projects/sites/store.ts";
import { insertProject, type Project } from "../../src/projects/store.ts";
import { presentUpdate } from "../../src/updates/read-status.ts";
import { listUpdates } from "../../src/updates/store.ts";
import { triggerUpdate, updateJobKind } from "../../src/updates/trigger-update.ts";
import { webhookRoutes } from "../../src/webhooks/routes.ts";
import { createStorage, type Dialect, openStorage, type TestStorage } from "../support/database.ts";
import { githubRepository } from "./payloads.ts";
import type { Signed } from "./sign.ts";

export const secret = "It's a Secret to Everybody";

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** A server that only receives webhooks, with one project on GitHub. */
export interface Receiver {
  database: Database;
  clock: { time: number; now(): number };
  project: Project;
  createProject(changes: Partial<Project> & { secret?: string | null }): Promise<Project>;
  /** Sends a webhook to a node, by default the first. */
  send(signed: Signed, options?: { projectId?: string; node?: number }): Promise<Answer>;
  addNode(): Promise<void>;
  /** The project's updates as clients see them, oldest first. */
  updates(project?: Project): Promise<UpdateStatus[]>;
  /** Publishes a branch without building it. */
  publishPreview(branch: string, project?: Project): Promise<string>;
  subdomains(): Promise<string[]>;
  /** Gives the project an update, so that the next one is not its first. */
  onboard(project?: Project): Promise<void>;
  /** How many update jobs wait in the queue. */
  waiting(): Promise<number>;
}

export async function startReceiver(dialect: Dialect): Promise<Receiver> {
  const storage = await createStorage(dialect);
  const clock = { time: Date.UTC(2026, 2, 2, 9, 30), now: () => clock.time };
  const secrets = openSecrets({ keys: ["test"], dataFolder: storage.dataFolder });
  const nodes = [await startNode(storage, clock, secrets)];
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await storage.remove();
  });
  const [first] = nodes as [Node];
  const { database, queue } = first;
  const organization = await createOrganization({ clock }, database.query, "acme");

  const createProject: Receiver["createProject"] = async ({ secret: own = secret, ...changes }) => {
    const id = newId("prj", clock);
    const project: Project = {
      id,
      organizationId: organization.id,
      name: "Docs",
      domain: id.replaceAll("_", "-"),
      repository: githubRepository,
      branch: "main",
      directory: "",
      hostedRepository: null,
      repositoryToken: null,
      webhookSecret: own === null ? null : secrets.seal(own),
      isStrict: false,
      failOnErrors: false,
      basePath: "",
      withAuthorCode: true,
      model: { name: null, url: null, key: null },
      agentPaths: [],
      sources: [],
      agentPlansFirst: false,
      contextRepositories: [],
      slack: null,
      budgets: {},
      branchRules: defaultBranchRules,
      createdAt: clock.now(),
      ...changes,
    };
    await insertProject(database.query, project);
    return project;
  };
  const project = await createProject({ domain: "acme-docs" });

  return {
    database,
    clock,
    project,
    createProject,
    async send({ host, headers, body }, { projectId = project.id, node = 0 } = {}) {
      const reply = await (nodes[node] ?? first).http.inject({
        method: "POST",
        url: `/webhooks/${host}/${projectId}`,
        headers,
        body,
      });
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
    },
    async addNode() {
      nodes.push(await startNode(storage, clock, secrets));
    },
    async updates(of = project) {
      const updates = await listUpdates(database.query, of.id, { limit: 100 });
      return updates.reverse().map((update) => presentUpdate(update, []));
    },
    async publishPreview(branch, of = project) {
      const subdomain = previewSubdomain(branch, of.domain);
      const site = { subdomain, projectId: of.id, branch, updateId: "upd_1", artifact: "0", commitSha: null };
      await pointSite(database.query, { ...site, publishedAt: clock.now() });
      return subdomain;
    },
    subdomains: async () => (await listSites(database.query, project.id)).map((site) => site.subdomain),
    async onboard(of = project) {
      await database.transaction((tx) => triggerUpdate({ queue, clock }, tx, { project: of, source: "onboarding" }));
    },
    waiting: async () => (await queue.counts()).waiting,
  };
}

type Node = Awaited<ReturnType<typeof startNode>>;

async function startNode(storage: TestStorage, clock: Receiver["clock"], secrets: ReturnType<typeof openSecrets>) {
  const { databaseUrl } = storage;
  const log = createLog("silent", "api");
  const database = await openStorage(storage);
  const queue = await openQueue({ database, clock, kinds: [updateJobKind], databaseUrl, role: "api", log });
  const http: FastifyInstance = createHttp({ log, trustedProxies: [], operations: {} });
  webhookRoutes(http, { database, queue, clock, secrets });
  await http.ready();
  return {
    http,
    database,
    queue,
    async stop() {
      await http.close();
      await queue.close();
      await database.close();
    },
  };
}
