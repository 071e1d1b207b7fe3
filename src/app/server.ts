import type { FastifyInstance } from "fastify";
import { presentAgentJob } from "../agent/present-agent-job.ts";
import { quickQuestions } from "../assistant/middleware.ts";
import { operations } from "../contract/operations.ts";
import { describedOperations } from "../contract/webhook-operations.ts";
import { createHttp, type Intercept } from "../http/create-http.ts";
import { answerPolledReads } from "../http/polled-reads.ts";
import { answerQuickPosts } from "../http/quick-posts.ts";
import { registerOperations } from "../http/register-operation.ts";
import { findKeyHolder, type KeyHolder, useKey } from "../keys/middleware.ts";
import { AppError } from "../platform/errors.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import { listArtifacts } from "../updates/store.ts";
import { createSiteRequests, isReaderRequest, type SiteRequests } from "../visitors/api/middleware.ts";
import { readerOperations } from "../visitors/api/operations.ts";
import { isMcpRequest } from "../visitors/mcp/routes.ts";
import { createSiteServer } from "../visitors/pages/middleware.ts";
import { apiHandlers, type ReplyDeps } from "./api-handlers.ts";
import { hostingRoutes } from "./hosting-routes.ts";
import { createServerParts, type Hosting, type ServerDeps, type ServerParts } from "./server-parts.ts";

export interface Server {
  http: FastifyInstance;
  /** Ends the streams and refuses what comes after. */
  drain(): void;
  close(): Promise<void>;
}

// How many sites back a page that is still open in a browser may load its files from.
const earlierArtifactsMax = 5;
const lastUsedFlushMilliseconds = 10_000;

/** Every route and everything that stands before it. */
export function createServer(deps: ServerDeps): Server {
  const { hosting, log } = deps;
  const stopping = new AbortController();
  const parts = createServerParts(deps, stopping.signal);
  const siteRequests = createSiteRequests([isReaderRequest, isMcpRequest]);
  const sites = hosting && siteServer(deps, hosting, parts, siteRequests);
  const replyDeps = { ...deps, ...readModel(deps.model), turns: parts.turns };
  const polledReads = pollServer(deps, parts);
  const quickPosts = questionServer(deps, parts, replyDeps);
  const http = createHttp({
    log,
    trustedProxies: deps.trustedProxies,
    operations: { ...describedOperations, ...readerOperations },
    intercept: (request, response) => {
      const taken = sites?.(request, response) ?? false;
      if (taken !== false || stopping.signal.aborted) return taken;
      return polledReads(request, response) || quickPosts(request, response);
    },
  });
  refuseWhenStopping(http, stopping.signal);
  http.addHook("onResponse", (request, reply, done) => {
    parts.metrics.observeRequest(request.routeOptions.url ?? "unknown", reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  registerOperations(http, parts.gates, operations, apiHandlers(deps, parts, replyDeps));
  if (hosting !== undefined) hostingRoutes(http, deps, hosting, { ...parts, siteRequests, replyDeps });

  const flushTimer = setInterval(() => {
    parts.lastUsed.flush().catch((error) => log.warn({ error }, "the times of key use were not stored"));
  }, lastUsedFlushMilliseconds);
  flushTimer.unref();

  return {
    http,
    drain: () => stopping.abort(),
    async close() {
      stopping.abort();
      clearInterval(flushTimer);
      await http.close();
      await parts.lastUsed.flush();
      await parts.counter.flush();
      await parts.turns.flush();
    },
  };
}

function siteServer(
  { database, log }: ServerDeps,
  { addressing }: Hosting,
  { artifacts, reads, metrics }: ServerParts,
  { claim }: SiteRequests,
) {
  return createSiteServer({
    artifacts,
    reads,
    observe: metrics.observeRequest,
    claim,
    readVersion: database.readVersion?.bind(database),
    addressing,
    listEarlier: ({ projectId, subdomain }) => listArtifacts(database.query, projectId, subdomain, earlierArtifactsMax),
    log,
  });
}

/** What clients ask for again and again until it is done. */
function pollServer({ database, log, identify }: ServerDeps, parts: ServerParts) {
  const { keyDeps, readStatus, findAgentJob, metrics } = parts;
  return answerPolledReads<KeyHolder>({
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
    identify: async (request) => (identify === undefined ? findKeyHolder(keyDeps, request) : undefined),
    use: (holder) => useKey(keyDeps, holder),
    readVersion: database.readVersion?.bind(database),
    observe: metrics.observeRequest,
    log,
  });
}

/** What readers ask most: it is answered at once where that can be. */
function questionServer(deps: ServerDeps, parts: ServerParts, replyDeps: ReplyDeps): Intercept {
  const readVersion = deps.database.readVersion?.bind(deps.database);
  // Where everything must be asked of a database server anyway, and for the operator's own command line, routes will do.
  if (readVersion === undefined || deps.identify !== undefined) return () => false;
  const { keyDeps, counter, artifacts, findIndex, findProjectSite, addressOf, metrics } = parts;
  const ownDeps = { ...deps, ...replyDeps, ...keyDeps, counter, artifacts, findIndex, findProjectSite };
  return answerQuickPosts({
    posts: [quickQuestions({ ...ownDeps, siteUrl: addressOf, readVersion })],
    trustedProxies: deps.trustedProxies,
    observe: metrics.observeRequest,
    log: deps.log,
  });
}

function refuseWhenStopping(http: FastifyInstance, stopping: AbortSignal): void {
  http.addHook("onRequest", (request, reply, done) => {
    if (stopping.aborted && request.url !== operations.getHealth.path) {
      reply.header("connection", "close");
      return done(new AppError("unavailable", "The server is stopping; send the request again."));
    }
    done();
  });
}

function readModel({ name, url, key, ...bounds }: ServerDeps["model"]): Pick<ReplyDeps, "model" | "bounds"> {
  const choice = readModelChoice(name, url);
  return { model: choice === undefined ? undefined : { choice, key }, bounds };
}
