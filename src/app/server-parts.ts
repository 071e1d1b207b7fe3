import { prepareFindRole } from "../accounts/member-store.ts";
import { authenticateSession, type SessionDeps } from "../accounts/middleware.ts";
import { prepareFindSession } from "../accounts/session-store.ts";
import { prepareFindAgentJob } from "../agent/store.ts";
import { openIndexes } from "../assistant/site-indexes.ts";
import type { FindNear } from "../assistant/site-vectors.ts";
import { TurnWriter } from "../assistant/turn-writer.ts";
import { recordDeed } from "../http/gates/audit/middleware.ts";
import { answerOnce } from "../http/gates/idempotency/answer-once.ts";
import { limitByAddress, limitByPrincipal } from "../http/gates/rate-limits/middleware.ts";
import { RequestCounter } from "../http/gates/rate-limits/request-counter.ts";
import type { Gates } from "../http/register-operation.ts";
import { StreamPlaces } from "../http/stream-places.ts";
import { LastUsed } from "../keys/last-used.ts";
import { type IdentifyRequest, identifyByKey } from "../keys/middleware.ts";
import { prepareFindKeyByHash } from "../keys/store.ts";
import { createArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Secrets } from "../platform/secrets.ts";
import { listSweepCounts } from "../platform/sweeps/store.ts";
import type { SiteAddressing } from "../projects/sites/site-address.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import { prepareFindProjectSite, prepareSiteReads } from "../projects/sites/store.ts";
import { createReadStatus } from "../updates/read-status.ts";
import { prepareUpdateReads } from "../updates/store.ts";
import { findOwner } from "./find-owner.ts";

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

export type ServerParts = ReturnType<typeof createServerParts>;

const streamsMax = 500;

/** What several routes share: statements that are prepared once, caches, and the gates before every operation. */
export function createServerParts(deps: ServerDeps, draining: AbortSignal) {
  const { database, clock } = deps;
  const artifacts = createArtifactCache(deps.objects);
  const lastUsed = new LastUsed(database, clock);
  const keyDeps = { findKeyByHash: prepareFindKeyByHash(database), clock, lastUsed };
  const sessionDeps: SessionDeps = {
    ...deps,
    findSession: prepareFindSession(database),
    findRole: prepareFindRole(database),
    findOwner: (params) => findOwner(database.query, params),
  };
  const counter = new RequestCounter(deps);
  const gates: Gates = {
    limitByAddress: (operation, request, reply) => limitByAddress({ counter }, operation, request, reply),
    identify: deps.identify ?? authenticateSession(sessionDeps, identifyByKey(keyDeps)),
    limitByPrincipal: (operation, principal, request, reply) =>
      limitByPrincipal({ counter }, operation, principal, request, reply),
    once: (request, work) => answerOnce(deps, request, work),
    change: (work) => database.transaction(work),
    record: (tx, deed) => recordDeed(deps, tx, deed),
    draining,
    streamPlaces: new StreamPlaces(streamsMax),
  };
  return {
    gates,
    keyDeps,
    lastUsed,
    counter,
    sessionDeps,
    artifacts,
    reads: prepareSiteReads(database),
    findIndex: openIndexes(artifacts, { findNear: deps.findNear }),
    readStatus: createReadStatus(prepareUpdateReads(database)),
    findAgentJob: prepareFindAgentJob(database),
    findProjectSite: prepareFindProjectSite(database),
    turns: new TurnWriter(deps),
    metrics: createMetrics({
      readQueue: () => deps.queue.counts(),
      readSweeps: () => listSweepCounts(database.query),
    }),
    addressOf: (subdomain: string) => siteUrl(deps.url, deps.siteHost, subdomain),
  };
}
