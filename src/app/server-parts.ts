import { listMemberships, prepareFindRole } from "../accounts/member-store.ts";
import { authenticateBySession, type SessionDeps } from "../accounts/middleware.ts";
import { prepareFindSession } from "../accounts/session-store.ts";
import { prepareFindAgentJob } from "../agent/store.ts";
import { openIndexes } from "../assistant/open-site.ts";
import type { FindNear } from "../assistant/site-vectors.ts";
import type { GithubAccess } from "../code-hosts/installations/github-access.ts";
import { recordAction } from "../http/gates/audit/middleware.ts";
import { answerOnce } from "../http/gates/idempotency/answer-once.ts";
import { createRateLimiter } from "../http/gates/rate-limits/middleware.ts";
import { RequestCounter } from "../http/gates/rate-limits/request-counter.ts";
import type { AuthenticatorFor, Gates } from "../http/register-operation.ts";
import { StreamSlots } from "../http/stream-slots.ts";
import { LastUsed } from "../keys/last-used.ts";
import { authenticateByKey } from "../keys/middleware.ts";
import { findKeyName, prepareFindKeyByHash } from "../keys/store.ts";
import { createArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Clock } from "../platform/clock.ts";
import { type Config, readConfig, type StreamBounds } from "../platform/config.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import { silentMilliseconds } from "../platform/nodes/report-alive.ts";
import { countNodes } from "../platform/nodes/store.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Secrets } from "../platform/secrets.ts";
import { SharedSlots } from "../platform/shared-slots/shared-slots.ts";
import { listSweepCounts } from "../platform/sweeps/store.ts";
import type { DnsLookup } from "../projects/domains/find-proof.ts";
import type { SiteAddressing } from "../projects/sites/site-address.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import { prepareFindProjectSite, prepareSiteReads } from "../projects/sites/store.ts";
import { createReadStatus } from "../updates/read-status.ts";
import { countUpdates, prepareUpdateReads } from "../updates/store.ts";
import { findOwner } from "./find-owner.ts";
import { createReadiness, type DiskBound } from "./readiness.ts";

export interface ServerDeps {
  database: Database;
  queue: Queue;
  /** The store of published sites. */
  objects: ObjectStore;
  model: Config["model"];
  /** Set if there is an embedding model for semantic search. */
  findNear?: FindNear | undefined;
  clock: Clock;
  log: Log;
  /** The public address, for OpenAPI. */
  url: string;
  trustedProxies: readonly string[];
  /** Replaces keys and sessions: the operator's command line needs neither. */
  authenticatorFor?: AuthenticatorFor;
  /** The domain that sites are subdomains of. */
  siteHost: string;
  /** Whether projects may run scripts of their own. */
  withAuthorCode: boolean;
  /** How much free space a listening server needs. */
  disk?: DiskBound;
  /** Without it: the defaults. */
  streams?: StreamBounds;
  /** Caches of the repositories on the built-in git host. */
  repositoriesFolder: string;
  /** Replaces the resolvers of the machine in tests. */
  dns?: DnsLookup;
  /** Published sites, repositories and webhooks; only a listening server has them. */
  hosting?: Hosting;
}

export interface Hosting {
  addressing: SiteAddressing;
  secrets: Secrets;
  oidc: Config["oidc"];
  /** The GitHub App, if there is one. */
  github?: GithubAccess | undefined;
}

/** A server first announces that it stops and keeps answering for a while; then it drains. */
export interface StopSignals {
  stopping: AbortSignal;
  draining: AbortSignal;
}

const updatesShownMilliseconds = 3_600_000;

export type ServerParts = ReturnType<typeof createServerParts>;

/** What several routes share: prepared statements, caches, and the gates of every operation. */
export function createServerParts(deps: ServerDeps, { stopping, draining }: StopSignals) {
  const { database, clock } = deps;
  const artifacts = createArtifactCache(deps.objects);
  const lastUsed = new LastUsed(database, clock);
  const keyDeps = {
    findKeyByHash: prepareFindKeyByHash(database),
    readVersion: database.readVersion?.bind(database),
    clock,
    lastUsed,
  };
  const sessionDeps: SessionDeps = {
    ...deps,
    findSession: prepareFindSession(database),
    findRole: prepareFindRole(database),
    findOwner: (params) => findOwner(database.query, params),
  };
  const auditDeps = {
    clock,
    findKeyName,
    listOrganizationIds: async (tx: Transaction, userId: string) =>
      (await listMemberships(tx, userId)).map(({ id }) => id),
  };
  const counter = new RequestCounter(deps);
  const streams = deps.streams ?? readConfig({}).streams;
  const sharedSlots = new SharedSlots(deps);
  const gates: Gates = {
    limiterFor: (limits) => createRateLimiter(counter, limits),
    authenticatorFor: deps.authenticatorFor ?? authenticateByKey(keyDeps, authenticateBySession(sessionDeps)),
    once: (request, work) => answerOnce(deps, request, work),
    change: (work) => database.transaction(work),
    record: (tx, action) => recordAction(auditDeps, tx, action),
    draining,
    streamSlots: new StreamSlots(streams, sharedSlots),
  };
  return {
    gates,
    stopping,
    sharedSlots,
    readiness: createReadiness({ ...deps, disk: deps.disk }),
    sessionDeps,
    keyDeps,
    lastUsed,
    counter,
    artifacts,
    reads: prepareSiteReads(database),
    findIndex: openIndexes(artifacts, { findNear: deps.findNear }),
    readStatus: createReadStatus(prepareUpdateReads(database), database.readVersion?.bind(database)),
    findAgentJob: prepareFindAgentJob(database),
    findProjectSite: prepareFindProjectSite(database),
    metrics: createMetrics({
      readQueue: () => deps.queue.counts(),
      readSweeps: () => listSweepCounts(database.query),
      readUpdates: () => countUpdates(database.query, clock.now() - updatesShownMilliseconds),
      readNodes: () => countNodes(database.query, clock.now() - silentMilliseconds),
    }),
    addressOf: (subdomain: string) => siteUrl(deps.url, deps.siteHost, subdomain),
  };
}
