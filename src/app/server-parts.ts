import { listMemberships, prepareFindRole } from "../accounts/member-store.ts";
import { authenticateBySession, authenticateByToken, type SessionDeps } from "../accounts/middleware.ts";
import { prepareNeedsProvider } from "../accounts/provider/sign-in-store.ts";
import { prepareMustSetUpFactor } from "../accounts/second-factor/store.ts";
import { prepareFindSession, recordSessionUse } from "../accounts/session-store.ts";
import { prepareFindToken, recordTokenUse } from "../accounts/tokens/token-store.ts";
import { prepareFindAgentJob } from "../agent/store.ts";
import { openIndexes } from "../assistant/open-site.ts";
import type { FindNear } from "../assistant/site-vectors.ts";
import type { GithubAccess } from "../code-hosts/installations/github-access.ts";
import type { EditorHosting } from "../editor/editor-deps.ts";
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
import { type Config, readConfig, type StreamBounds } from "../platform/config.ts";
import type { Transaction } from "../platform/db/database.ts";
import type { MailSettings } from "../platform/mail-settings.ts";
import type { Measured } from "../platform/measures/measure.ts";
import { createMetrics } from "../platform/metrics.ts";
import { countWrongTimes } from "../platform/nodes/correct-times.ts";
import { silentMilliseconds } from "../platform/nodes/report-alive.ts";
import { countNodes } from "../platform/nodes/store.ts";
import { createGuardedFetch } from "../platform/outgoing/guarded-fetch.ts";
import type { Secrets } from "../platform/secrets.ts";
import { ServerSettings } from "../platform/server-settings/server-settings.ts";
import type { Services } from "../platform/services.ts";
import { SharedSlots } from "../platform/shared-slots/shared-slots.ts";
import { listSweepCounts } from "../platform/sweeps/store.ts";
import type { DnsLookup } from "../projects/domains/find-proof.ts";
import { createFindAudienceArtifact } from "../projects/sites/find-audience-artifact.ts";
import type { SiteAddressing } from "../projects/sites/site-address.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import { prepareFindProjectSite, prepareSiteReads } from "../projects/sites/store.ts";
import { createGate } from "../readers/gate.ts";
import { prepareFindReaderSession } from "../readers/session-store.ts";
import { createReadStatus } from "../updates/read-status.ts";
import { countUpdates, prepareUpdateReads } from "../updates/store.ts";
import { findOwner } from "./find-owner.ts";
import { jobKinds } from "./job-kinds.ts";
import { createReadiness, type DiskBound } from "./readiness.ts";
import { createCardMaker } from "./social-cards.ts";
import { takeTurn } from "./take-turn.ts";
import { createCardProcesses } from "./text-processes.ts";

export interface ServerDeps extends Omit<Services, "secrets"> {
  model: Config["model"];
  /** Settings from the dashboard and the environment. Created if left out. */
  settings?: ServerSettings;
  /** Set if there is an embedding model for semantic search. */
  findNear?: FindNear | undefined;
  /** The public address, for OpenAPI. */
  url: string;
  trustedProxies: readonly string[];
  /** Replaces authentication by keys and sessions, which the operator's command line doesn't need. */
  authenticatorFor?: AuthenticatorFor;
  /** The domain that sites are subdomains of. */
  siteHost: string;
  /** Whether projects may run scripts of their own. */
  withAuthorCode: boolean;
  /** How much free space a listening server needs. */
  disk?: DiskBound;
  /** Overrides the default limits. */
  streams?: StreamBounds;
  /** Caches of the repositories on the built-in git host. */
  repositoriesFolder: string;
  /** Reads the metrics of the worker that this process started. */
  readWorker?: (() => Promise<readonly Measured[]>) | undefined;
  /** Whether readers are counted. They are if left out. */
  analytics?: Config["analytics"];
  /** How readers of private sites can sign in. */
  readers?: Config["readers"];
  /** Replaces the machine's DNS resolvers in tests. */
  dns?: DnsLookup;
  /** Published sites, repositories and webhooks; only a listening server has them. */
  hosting?: Hosting;
}

export interface Hosting {
  addressing: SiteAddressing;
  secrets: Secrets;
  oidc: Config["oidc"];
  /** The mail server. Without one, admins and the operator pass on invitation and password reset links themselves. */
  mail?: MailSettings | undefined;
  /** Hosts in the operator's own network that people may enter as addresses. */
  allowedHosts?: readonly string[];
  /** The GitHub App, if there is one. */
  github?: GithubAccess | undefined;
  editor: EditorHosting;
}

/** A server first announces that it stops and keeps answering for a while; then it drains. */
export interface StopSignals {
  stopping: AbortSignal;
  draining: AbortSignal;
}

const updatesShownMilliseconds = 3_600_000;

export type ServerParts = ReturnType<typeof createServerParts>;

/** The parts that several routes share: prepared statements, caches, and the gates of every operation. */
export function createServerParts(deps: ServerDeps, { stopping, draining }: StopSignals) {
  const { database, clock } = deps;
  const cards = createCardProcesses();
  const artifacts = createArtifactCache(deps.objects, {}, createCardMaker(cards));
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
    recordSessionUse: (session) => recordSessionUse(database, session, clock.now()),
    mustSetUpFactor: prepareMustSetUpFactor(database),
    findRole: prepareFindRole(database),
    needsProvider: prepareNeedsProvider(database),
    findOwner: (params) => findOwner(database.query, params),
  };
  const tokenDeps = {
    ...sessionDeps,
    findToken: prepareFindToken(database),
    tokensUsed: new LastUsed(database, clock, recordTokenUse),
  };
  const auditDeps = {
    clock,
    queue: deps.queue,
    findKeyName,
    listOrganizationIds: async (tx: Transaction, userId: string) =>
      (await listMemberships(tx, userId)).map(({ id }) => id),
  };
  const settings =
    deps.settings ??
    new ServerSettings({
      ...deps,
      secrets: deps.hosting?.secrets,
      environment: { model: deps.model, oidc: deps.hosting?.oidc },
      fetch: createGuardedFetch(deps.hosting?.allowedHosts ?? []),
    });
  const readers = {
    ...(deps.readers ?? readConfig({}).readers),
    findReaderSession: prepareFindReaderSession(database),
  };
  const counter = new RequestCounter(deps);
  const streams = deps.streams ?? readConfig({}).streams;
  const sharedSlots = new SharedSlots(deps);
  const gates: Gates = {
    limiterFor: (limits) => createRateLimiter(counter, limits),
    authenticatorFor:
      deps.authenticatorFor ??
      authenticateByKey(keyDeps, authenticateBySession(sessionDeps), authenticateByToken(tokenDeps)),
    once: (request, work) => answerOnce(deps, request, work),
    change: (work) => database.transaction(work),
    takeTurn,
    record: (tx, action) => recordAction(auditDeps, tx, action),
    draining,
    streamSlots: new StreamSlots(streams, sharedSlots),
  };
  return {
    gates,
    settings,
    stopping,
    sharedSlots,
    readiness: createReadiness({ ...deps, disk: deps.disk }),
    sessionDeps,
    keyDeps,
    tokenDeps,
    lastUsed,
    counter,
    artifacts,
    cards,
    reads: prepareSiteReads(database),
    readers,
    gate: createGate({
      ...deps,
      ...readers,
      findAudienceArtifact: createFindAudienceArtifact(deps),
    }),
    findIndex: openIndexes(artifacts, { findNear: deps.findNear }),
    readStatus: createReadStatus(prepareUpdateReads(database), database.readVersion?.bind(database)),
    findAgentJob: prepareFindAgentJob(database),
    findProjectSite: prepareFindProjectSite(database),
    metrics: createMetrics({
      jobKinds,
      readQueue: () => deps.queue.counts(),
      listDue: () => deps.queue.listDue(),
      readSweeps: () => listSweepCounts(database.query),
      readUpdates: () => countUpdates(database.query, clock.now() - updatesShownMilliseconds),
      readNodes: () => countNodes(database.query, clock.now() - silentMilliseconds),
      countWrongTimes: () => countWrongTimes(database, clock.now()),
      readPoolUse: database.readPoolUse?.bind(database),
      readWorker: deps.readWorker,
    }),
    addressOf: (subdomain: string) => siteUrl(deps.url, deps.siteHost, subdomain),
  };
}
