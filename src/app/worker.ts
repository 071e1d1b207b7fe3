import { sweepInvitations } from "../accounts/invitation-store.ts";
import { sweepSessions } from "../accounts/session-store.ts";
import { agentJobKind } from "../agent/create-job.ts";
import { agentJobHandler } from "../agent/run-agent-job.ts";
import { deleteThreads } from "../assistant/store.ts";
import { announceHandler } from "../code-hosts/announce-preview.ts";
import { chooseCodeHost } from "../code-hosts/choose-code-host.ts";
import { recordMilliseconds } from "../http/gates/idempotency/answer-once.ts";
import { sweepRecords } from "../http/gates/idempotency/store.ts";
import { deleteInsight } from "../insight/store.ts";
import { sweepAuditEntries } from "../platform/audit/store.ts";
import { sweepChanges } from "../platform/changes/store.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { sweepWindows } from "../platform/counters/store.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import { removeProjectHandler, removeProjectKind } from "../projects/remove-project.ts";
import { hostUrl, siteUrl } from "../projects/sites/site-url.ts";
import { createSpecFetcher } from "../site/api/read/fetch-spec.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import { announceJobKind, collectHandler, collectJobKind, screenshotJobKind } from "../updates/after-publish.ts";
import { updateHandler } from "../updates/run-update.ts";
import { screenshotHandler } from "../updates/screenshots/screenshot-handler.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { deleteSalts } from "../visitors/api/store.ts";
import { deliveryMilliseconds } from "../webhooks/receive-webhook.ts";
import { sweepDeliveries } from "../webhooks/store.ts";
import { agentJobDeps } from "./agent-job-deps.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { sweepKind } from "./job-kinds.ts";
import { createLocateReadable } from "./locate-source.ts";

const sweepEverySeconds = 600;
const changesKeptMilliseconds = 3_600_000;
const endedJobsKeptMilliseconds = 7 * dayMilliseconds;

export const periodicJobs = [{ kind: sweepKind, everySeconds: sweepEverySeconds }];

/** Job kind → handler. */
export function jobHandlers(app: App, pool: RenderPool): Record<string, JobHandler> {
  const { config } = app;
  const folders = foldersOf(config);
  return {
    [updateJobKind]: updateHandler({
      ...app,
      pool,
      treesFolder: folders.trees,
      cachesFolder: folders.caches,
      locate: createLocateReadable(app),
      siteUrl: (subdomain) => siteUrl(config.url, config.siteHost, subdomain),
      domainUrl: (domain) => hostUrl(config.url, domain),
      contentSignal: config.contentSignal,
      fetchSpec: createSpecFetcher(config.allowedHosts),
    }),
    [screenshotJobKind]: screenshotHandler({
      ...app,
      url: config.url,
      siteUrl: (subdomain) => siteUrl(config.url, config.siteHost, subdomain),
      connectTo: listeningAddress(config),
    }),
    [collectJobKind]: collectHandler(app),
    [announceJobKind]: announceHandler({
      ...app,
      url: config.url,
      siteUrl: (subdomain) => siteUrl(config.url, config.siteHost, subdomain),
      hasGithubApp: config.githubApp !== undefined,
      chooseCodeHost: chooseCodeHost({ ...app, ...config, repositoriesFolder: folders.repositories }),
    }),
    [agentJobKind]: agentJobHandler(agentJobDeps(app, pool)),
    [removeProjectKind]: removeProjectHandler({
      ...app,
      cachesFolder: folders.caches,
      repositoriesFolder: folders.repositories,
    }),
    [sweepKind]: sweepHandler(app),
  };
}

/** Names under localhost are known to browsers only, and some of them ask the network: they are told where it is. */
function listeningAddress({ siteHost, host, port }: Config): { host: string; port: number } | undefined {
  if (siteHost !== "localhost") {
    return undefined;
  }
  return { host: host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port };
}

/** Forgets what has run out: limit windows, idempotency records, deliveries of webhooks, old threads, salts and figures, jobs that ended. */
function sweepHandler({ config, database, queue, clock }: App): JobHandler {
  return {
    attemptsMax: 3,
    async run() {
      const now = clock.now();
      await sweepWindows(database.query, now);
      await sweepRecords(database.query, now - recordMilliseconds);
      await sweepDeliveries(database.query, now - deliveryMilliseconds);
      await deleteThreads(database.query, now - config.threadDays * dayMilliseconds);
      await deleteSalts(database.query, dayOf(now - dayMilliseconds));
      await deleteInsight(database.query, dayOf(now - config.insightDays * dayMilliseconds));
      await sweepSessions(database.query, now);
      await sweepInvitations(database.query, now);
      await sweepAuditEntries(database.query, now - config.auditDays * dayMilliseconds);
      await sweepChanges(database.query, now - changesKeptMilliseconds);
      await queue.sweep(now - endedJobsKeptMilliseconds);
    },
    // The next one will do it.
    giveUp: async () => {},
  };
}
