import type { FastifyInstance } from "fastify";
import type { AnswerDeps } from "../assistant/answer.ts";
import { storedTurns } from "../assistant/stored-turns.ts";
import { operations } from "../contract/operations.ts";
import { allOperations } from "../contract/webhook-operations.ts";
import { createHttp } from "../http/create-http.ts";
import { registerOperations } from "../http/register-operation.ts";
import { readConfig } from "../platform/config.ts";
import { listEarlierArtifacts } from "../projects/sites/audience-store.ts";
import { createSignInRequests } from "../readers/middleware.ts";
import { listArtifacts } from "../updates/store.ts";
import { createSiteRequests, isVisitorRequest } from "../visitors/api/middleware.ts";
import { visitorOperations } from "../visitors/api/operations.ts";
import { isMcpRequest } from "../visitors/mcp/routes.ts";
import { rememberSites } from "../visitors/pages/last-known-sites.ts";
import { createSiteServer } from "../visitors/pages/middleware.ts";
import { startAnalytics } from "./analytics.ts";
import { apiHandlers } from "./api-handlers.ts";
import { hostingRoutes } from "./hosting-routes.ts";
import { createServerParts, type ServerDeps } from "./server-parts.ts";

export interface Server {
  http: FastifyInstance;
  /** Makes /readyz return 503; everything else keeps working. */
  announceStop(): void;
  /** Ends all streams and refuses new requests. */
  drain(): void;
  close(): Promise<void>;
}

// A page that is still open in a browser can load files from this many earlier versions of its site.
const earlierArtifactsMax = 5;
const lastUsedFlushMilliseconds = 10_000;

/** All routes, and the checks in front of them. */
export function createServer(deps: ServerDeps): Server {
  const { hosting, log, database } = deps;
  const stopping = new AbortController();
  const draining = new AbortController();
  const drain = () => {
    stopping.abort();
    draining.abort();
  };
  const parts = createServerParts(deps, { stopping: stopping.signal, draining: draining.signal });
  const counting =
    hosting && startAnalytics({ ...deps, ...parts, analytics: deps.analytics ?? readConfig({}).analytics });
  const siteRequests = createSiteRequests([isVisitorRequest, isMcpRequest]);
  const signInRequests = createSignInRequests();
  const { name: _name, url: _url, key: _key, reasoning: _reasoning, prices, ...bounds } = deps.model;
  const answerDeps: AnswerDeps = {
    log: deps.log,
    findModel: (project) => parts.settings.findModelOf(project),
    turns: storedTurns({ ...deps, bounds }),
    prices,
  };
  const http = createHttp({
    log,
    trustedProxies: deps.trustedProxies,
    connectionsPerAddressMax: deps.streams?.connectionsPerAddressMax,
    operations: { ...allOperations, ...visitorOperations },
    intercept:
      hosting &&
      createSiteServer({
        artifacts: parts.artifacts,
        reads: rememberSites({ reads: parts.reads, log, signal: draining.signal }),
        observe: parts.metrics.observeRequest,
        gate: parts.gate,
        claim: siteRequests.claim,
        claimSignIn: signInRequests.claim,
        readVersion: database.readVersion?.bind(database),
        addressing: hosting.addressing,
        withAuthorCode: deps.withAuthorCode,
        listEarlier: async ({ projectId, subdomain, artifact, audience }) => [
          ...(audience === undefined ? [] : await listEarlierArtifacts(database.query, projectId, artifact)),
          ...(await listArtifacts(database.query, projectId, subdomain, earlierArtifactsMax)),
        ],
        onSent: counting?.onSent,
        log,
      }),
    observe: parts.metrics.observeRequest,
    stopping: stopping.signal,
    draining: draining.signal,
  });
  registerOperations(http, parts.gates, operations, apiHandlers(deps, parts, answerDeps));
  if (hosting !== undefined) {
    const note = counting?.recorder.note;
    hostingRoutes(http, deps, hosting, { ...parts, siteRequests, signInRequests, answerDeps, note });
  }

  const flushTimer = setInterval(() => {
    for (const used of [parts.lastUsed, parts.tokenDeps.tokensUsed]) {
      used.flush().catch((error) => log.warn({ error }, "could not save the last-used times of keys and tokens"));
    }
  }, lastUsedFlushMilliseconds);
  flushTimer.unref();

  return {
    http,
    announceStop: () => stopping.abort(),
    drain,
    async close() {
      drain();
      clearInterval(flushTimer);
      await http.close();
      await counting?.recorder.close();
      // A server must be able to stop while its database is down, so errors are only logged.
      const { lastUsed, tokenDeps, counter } = parts;
      await Promise.all([lastUsed.flush(), tokenDeps.tokensUsed.flush(), counter.flush()]).catch((error: unknown) =>
        log.warn({ error }, "could not save last-used times and counters before stopping"),
      );
      await parts.sharedSlots.close();
    },
  };
}
