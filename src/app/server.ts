import type { FastifyInstance } from "fastify";
import { Accounts } from "../accounts/accounts.ts";
import { prepareFindRole } from "../accounts/member-store.ts";
import { type MemberRouteDeps, memberRoutes } from "../accounts/members/routes.ts";
import { identifyBySession } from "../accounts/middleware.ts";
import { providerRoutes } from "../accounts/provider/routes.ts";
import { type AccountRouteDeps, accountRoutes } from "../accounts/routes.ts";
import { prepareFindSession } from "../accounts/session-store.ts";
import { presentAgentJob } from "../agent/present-agent-job.ts";
import { agentRoutes } from "../agent/routes.ts";
import { prepareFindAgentJob, readRevisions as readJobRevisions } from "../agent/store.ts";
import { openSite } from "../assistant/open-site.ts";
import { type AssistantDeps, assistantRoutes } from "../assistant/routes.ts";
import { openIndexes } from "../assistant/site-indexes.ts";
import type { FindNear } from "../assistant/site-vectors.ts";
import { recordDeed } from "../audit/middleware.ts";
import { auditRoutes } from "../audit/routes.ts";
import { type DashboardOperations, dashboardOperations } from "../contract/dashboard-operations.ts";
import { openApiDocument } from "../contract/openapi.ts";
import type { Operation } from "../contract/operation.ts";
import { type Operations, operations } from "../contract/operations.ts";
import { describedOperations } from "../contract/webhook-operations.ts";
import { openApp } from "../dashboard/app/open-app.ts";
import { appRoutes } from "../dashboard/app/routes.ts";
import { importRoutes } from "../dashboard/imports/routes.ts";
import { keyRoutes } from "../dashboard/keys/routes.ts";
import { type ProjectRouteDeps, projectRoutes } from "../dashboard/projects/routes.ts";
import { type UpdateControlDeps, updateControlRoutes } from "../dashboard/updates/routes.ts";
import { authorizeAccess } from "../git-host/authorize-access.ts";
import { defaultGitHostLimits } from "../git-host/limits.ts";
import { receivePush } from "../git-host/receive-push.ts";
import { gitHostRoutes } from "../git-host/routes.ts";
import type { Handler, Handlers } from "../http/call.ts";
import { createHttp } from "../http/create-http.ts";
import { answerPolledReads } from "../http/polled-reads.ts";
import { type Deed, type Gates, registerOperation } from "../http/register-operation.ts";
import { StreamPlaces } from "../http/stream-places.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { insightRoutes } from "../insight/routes.ts";
import { LastUsed } from "../keys/last-used.ts";
import { findKeyHolder, type IdentifyRequest, identifyByKey, type KeyHolder, useKey } from "../keys/middleware.ts";
import { findKeyName, prepareFindKeyByHash } from "../keys/store.ts";
import { openMcpSite } from "../mcp/open-mcp-site.ts";
import { isMcpRequest, mcpRoutes } from "../mcp/routes.ts";
import { readModelChoice } from "../model/model-choice.ts";
import { createArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Secrets } from "../platform/secrets.ts";
import { Watcher } from "../platform/watcher.ts";
import { findProjectById } from "../projects/store.ts";
import { createSiteServer, type SiteServerDeps } from "../published-sites/middleware.ts";
import type { SiteAddressing } from "../published-sites/site-address.ts";
import { siteUrl } from "../published-sites/site-url.ts";
import { prepareSiteReads } from "../published-sites/store.ts";
import { githubApiRoutes } from "../pull-requests/github-api/routes.ts";
import { pullRequestPageRoutes } from "../pull-requests/page/routes.ts";
import { pullRequestRoutes } from "../pull-requests/routes.ts";
import { limitByAddress, limitByPrincipal } from "../rate-limits/middleware.ts";
import { createSiteRequests, identifyVisitor, isReaderRequest } from "../reader/middleware.ts";
import { readerOperations } from "../reader/operations.ts";
import { readerRoutes } from "../reader/routes.ts";
import { createVisitorIds } from "../reader/visitor-ids.ts";
import { widgetRoutes } from "../reader/widget/routes.ts";
import { readRevisions as readUpdateRevisions } from "../updates/log-store.ts";
import { createReadStatus } from "../updates/read-status.ts";
import { updateRoutes } from "../updates/routes.ts";
import { screenshotRoutes } from "../updates/screenshots/routes.ts";
import { listArtifacts, prepareUpdateReads } from "../updates/store.ts";
import { webhookRoutes } from "../webhooks/routes.ts";

const streamsMax = 500;
// How many sites back a page that is still open in a browser may load its files from.
const earlierArtifactsMax = 5;
const lastUsedFlushMilliseconds = 10_000;

export interface ServerDeps {
  database: Database;
  queue: Queue;
  /** Where published sites are kept. */
  objects: ObjectStore;
  model: Config["model"];
  /** Given when pages are also found by their meaning. */
  findNear?: FindNear | undefined;
  clock: Clock;
  log: Log;
  /** The public address, for OpenAPI. */
  url: string;
  trustedProxies: readonly string[];
  /** In place of keys: the operator's own command line needs none. */
  identify?: IdentifyRequest;
  /** Under which sites stand. */
  siteHost: string;
  /** Of the built-in git host. */
  repositoriesFolder: string;
  /** What only a server that listens has: published sites, repositories, webhooks. */
  hosting?: Hosting;
}

export interface Hosting {
  addressing: SiteAddressing;
  secrets: Secrets;
  oidc: Config["oidc"];
}

export interface Server {
  http: FastifyInstance;
  /** Ends the streams and refuses what comes after. */
  drain(): void;
  close(): Promise<void>;
}

/** Every route and everything that stands before it. */
export function createServer(deps: ServerDeps): Server {
  const { database, queue, clock, log } = deps;
  const stopping = new AbortController();
  const lastUsed = new LastUsed(database, clock);
  const metrics = createMetrics(() => queue.counts());
  const findKeyByHash = prepareFindKeyByHash(database);
  const readStatus = createReadStatus(prepareUpdateReads(database));
  const findAgentJob = prepareFindAgentJob(database);
  const artifacts = createArtifactCache(deps.objects);
  const reads = prepareSiteReads(database);
  const findIndex = openIndexes(artifacts, { findNear: deps.findNear });
  const addressOf = (subdomain: string) => siteUrl(deps.url, deps.siteHost, subdomain);
  const siteRequests = createSiteRequests([isReaderRequest, isMcpRequest]);
  const sites =
    deps.hosting &&
    siteServer(deps, deps.hosting, { artifacts, reads, observe: metrics.observeRequest, claim: siteRequests.claim });
  const keyDeps = { findKeyByHash, clock, lastUsed };
  const polledReads = answerPolledReads<KeyHolder>({
    reads: [
      {
        path: operations.getUpdateStatus.path,
        read: ({ organizationId }, { statusId = "" }) => readStatus(organizationId, statusId),
      },
      {
        path: operations.getAgentJob.path,
        read: async ({ organizationId }, { projectId = "", id = "" }) => {
          const job = await findAgentJob(organizationId, projectId, id);
          return job === undefined ? undefined : presentAgentJob(job);
        },
      },
    ],
    identify: async (request) => (deps.identify === undefined ? findKeyHolder(keyDeps, request) : undefined),
    use: (holder) => useKey(keyDeps, holder),
    readVersion: database.readVersion?.bind(database),
    observe: metrics.observeRequest,
    log,
  });
  const http = createHttp({
    log,
    trustedProxies: deps.trustedProxies,
    operations: { ...describedOperations, ...readerOperations },
    intercept: (request, response) => {
      const taken = sites?.(request, response) ?? false;
      return taken === false && !stopping.signal.aborted ? polledReads(request, response) : taken;
    },
  });
  const record = (tx: Transaction, deed: Deed) => recordDeed(deps, tx, deed);
  const sessionDeps = { ...deps, findSession: prepareFindSession(database), findRole: prepareFindRole(database) };
  const gates: Gates = {
    limitByAddress: (operation, request, reply) => limitByAddress(deps, operation, request, reply),
    identify: deps.identify ?? identifyBySession(sessionDeps, identifyByKey(keyDeps)),
    limitByPrincipal: (operation, principal, request, reply) =>
      limitByPrincipal(deps, operation, principal, request, reply),
    once: (request, work) => answerOnce(deps, request, work),
    change: (work) => database.transaction(work),
    record,
    draining: stopping.signal,
    streamPlaces: new StreamPlaces(streamsMax),
  };

  const replyDeps = { ...deps, model: readModel(deps.model), tokensPerDay: deps.model.tokensPerDay };
  const handlers: Handlers<Operations> = {
    ...updateRoutes({
      ...deps,
      siteUrl: addressOf,
      readStatus,
      watcher: new Watcher((ids) => readUpdateRevisions(database.query, ids), watchError(log)),
    }),
    ...agentRoutes({
      ...deps,
      findAgentJob,
      watcher: new Watcher((ids) => readJobRevisions(database.query, ids), watchError(log)),
    }),
    ...assistantRoutes({
      ...replyDeps,
      openSite: (principal, domain) =>
        openSite({ database, reads, artifacts, findIndex, siteUrl: addressOf }, principal.projectId, domain),
    }),
    ...pullRequestRoutes({
      ...deps,
      siteUrl: addressOf,
      nameOf: async (keyId) => (await findKeyName(database.query, keyId)) ?? "Operator",
    }),
    ...insightRoutes({ database, clock }),
    getOpenApi: async () => openApiDocument(describedOperations, deps.url),
    getHealth: async () => ({ status: "alive" }),
    getReadiness: async () => {
      if (stopping.signal.aborted) {
        throw new AppError("unavailable", "The server is stopping.");
      }
      await database.ping().catch((error: unknown) => {
        log.warn({ error }, "not ready: the database does not answer");
        throw new AppError("unavailable", "The database does not answer; try again later.", { cause: error });
      });
      return { status: "ready" };
    },
    getMetrics: () => metrics.render(),
  };

  http.addHook("onRequest", (request, reply, done) => {
    if (stopping.signal.aborted && request.url !== operations.getHealth.path) {
      reply.header("connection", "close");
      return done(new AppError("unavailable", "The server is stopping; send the request again."));
    }
    done();
  });
  http.addHook("onResponse", (request, reply, done) => {
    metrics.observeRequest(request.routeOptions.url ?? "unknown", reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  registerAll(http, gates, operations, handlers);

  if (deps.hosting !== undefined) {
    const { secrets } = deps.hosting;
    const tokenKeys = secrets.signingKeys("visitor-token");
    const visitorGates: Gates = {
      ...gates,
      identify: identifyVisitor({
        siteRequests,
        findOrganization: async (id) => (await findProjectById(database.query, id))?.organizationId,
        visitorIdOf: createVisitorIds(deps),
        tokenKeys,
        clock,
      }),
    };
    registerAll(http, visitorGates, readerOperations, readerRoutes({ ...replyDeps, artifacts, findIndex, tokenKeys }));
    mcpRoutes(http, {
      gates,
      findSite: siteRequests.find,
      openSite: (published, host) =>
        openMcpSite({ database, clock, artifacts, findIndex }, published, `${new URL(deps.url).protocol}//${host}`),
    });
    widgetRoutes(http, { log });
    const accounts = new Accounts({ ...deps, ...deps.hosting });
    const dashboardDeps = { ...deps, ...deps.hosting, accounts, record, siteUrl: addressOf };
    registerAll(http, gates, dashboardOperations, dashboardHandlers(dashboardDeps));
    importRoutes(http, gates, dashboardDeps);
    providerRoutes(http, dashboardDeps);
    appRoutes(http, { ...deps, openApp });
    webhookRoutes(http, { ...deps, secrets });
    screenshotRoutes(http, { database, objects: deps.objects });
    pullRequestPageRoutes(http, { ...sessionDeps, findKeyByHash, secrets, siteUrl: addressOf, record });
    githubApiRoutes(http, {
      ...deps,
      ...keyDeps,
      siteUrl: addressOf,
      onPush: (push) => receivePush(deps, push),
      record,
    });
    gitHostRoutes(http, {
      limits: defaultGitHostLimits,
      clock,
      log,
      authorize: (request) => authorizeAccess({ ...deps, findKeyByHash }, request),
      onPush: (push) => receivePush(deps, push),
    });
  }

  const flushTimer = setInterval(() => {
    lastUsed.flush().catch((error) => log.warn({ error }, "the times of key use were not stored"));
  }, lastUsedFlushMilliseconds);
  flushTimer.unref();

  return {
    http,
    drain: () => stopping.abort(),
    async close() {
      stopping.abort();
      clearInterval(flushTimer);
      await http.close();
      await lastUsed.flush();
    },
  };
}

function registerAll<List extends Record<string, Operation>>(
  http: FastifyInstance,
  gates: Gates,
  list: List,
  handlers: Handlers<List>,
): void {
  for (const [name, operation] of Object.entries(list)) {
    registerOperation(http, gates, name, operation, handlers[name] as unknown as Handler<Operation>);
  }
}

function dashboardHandlers(
  deps: AccountRouteDeps & MemberRouteDeps & ProjectRouteDeps & UpdateControlDeps,
): Handlers<DashboardOperations> {
  return {
    ...accountRoutes(deps),
    ...memberRoutes(deps),
    ...auditRoutes(deps),
    ...projectRoutes(deps),
    ...keyRoutes(deps),
    ...updateControlRoutes(deps),
  };
}

function siteServer(
  { database, log }: ServerDeps,
  { addressing }: Hosting,
  parts: Pick<SiteServerDeps, "artifacts" | "reads" | "observe" | "claim">,
) {
  return createSiteServer({
    ...parts,
    addressing,
    listEarlier: ({ projectId, subdomain }) => listArtifacts(database.query, projectId, subdomain, earlierArtifactsMax),
    log,
  });
}

/** What the assistant asks, beside the pages. */
function readModel({ name, url, key }: Config["model"]): AssistantDeps["model"] {
  const choice = readModelChoice(name, url);
  return choice === undefined ? undefined : { choice, key };
}

function watchError(log: Log): (error: unknown) => void {
  return (error) => log.warn({ error }, "listeners wait: the database does not answer");
}
