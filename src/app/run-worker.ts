import { webhookDeliveryKind } from "../activity/events/delivery-store.ts";
import { eventDispatchHandler } from "../activity/events/dispatch-events.ts";
import { eventDispatchKind } from "../activity/events/record-event.ts";
import { agentJobKind } from "../agent/create-job.ts";
import { agentAnswerKind, answerConsumer, failedPreviewConsumer } from "../agent/requests/answer-requests.ts";
import { agentRequestKind, recordFailedCheck } from "../agent/requests/record-request.ts";
import { agentJobHandler } from "../agent/run-agent-job.ts";
import { openIndexes, openPublished } from "../assistant/open-site.ts";
import { storedTurns } from "../assistant/stored-turns.ts";
import { answerQuestionsHandler, answerQuestionsKind } from "../automations/answer-questions.ts";
import { automationConsumer } from "../automations/automation-events.ts";
import { readAutomationFiles } from "../automations/automation-files.ts";
import { automationTickHandler, automationTickKind, automationTickSeconds } from "../automations/run-due.ts";
import { announceHandler, withHost } from "../code-hosts/announce-preview.ts";
import { chooseCodeHost } from "../code-hosts/choose-code-host.ts";
import { evaluationHandler } from "../evaluate/run-evaluation.ts";
import { mailKind } from "../mail/enqueue-mail.ts";
import { mailHandler } from "../mail/send-mails.ts";
import { notifyOfEvent } from "../notifications/mail-events.ts";
import { createArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { Config } from "../platform/config.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { reportAlive } from "../platform/nodes/report-alive.ts";
import { createGuardedFetch } from "../platform/outgoing/guarded-fetch.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import type { PeriodicTask } from "../platform/queue/periodic.ts";
import { Worker, type WorkerOptions } from "../platform/queue/worker.ts";
import { runSweeps } from "../platform/sweeps/run-sweeps.ts";
import { createWorkerMetrics } from "../platform/worker-metrics.ts";
import { editLinkBase } from "../projects/edit-link.ts";
import { removeProjectHandler, removeProjectKind } from "../projects/remove-project.ts";
import { audienceJobKind } from "../projects/sites/find-audience-artifact.ts";
import { isReserved, siteAddressing } from "../projects/sites/site-address.ts";
import { hostUrl, siteUrl } from "../projects/sites/site-url.ts";
import { prepareFindProjectSite } from "../projects/sites/store.ts";
import type { Project } from "../projects/store.ts";
import { createFileFetcher, createRenderPool, createSpecFetcher, type RenderPool } from "../site/rendering.ts";
import {
  announceJobKind,
  collectHandler,
  collectJobKind,
  evaluateJobKind,
  printJobKind,
  screenshotJobKind,
} from "../updates/after-publish.ts";
import type { BuildDeps } from "../updates/build-artifact.ts";
import { audienceHandler } from "../updates/build-audience.ts";
import { printHandler } from "../updates/pdfs/print-handler.ts";
import { updateHandler } from "../updates/run-update.ts";
import { screenshotHandler } from "../updates/screenshots/screenshot-handler.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { webhookDeliveryHandler } from "../webhooks/outgoing/deliver-events.ts";
import { webhookConsumer } from "../webhooks/outgoing/enqueue-deliveries.ts";
import type { App } from "./app.ts";
import { automationDeps, gapDeps } from "./automation-deps.ts";
import { agentJobDeps } from "./code-host-deps.ts";
import { foldersOf } from "./folders.ts";
import { jobKinds, sweepKind } from "./job-kinds.ts";
import { createLocateReadable } from "./locate-source.ts";
import { onRemoved } from "./on-remove.ts";
import { requestHandlers } from "./request-handlers.ts";
import type { Running } from "./serve.ts";
import { serverSettingsOf } from "./server-settings-of.ts";
import { sweepsOf } from "./sweeps.ts";
import { openWorkerPort } from "./worker-port.ts";

const sweepEverySeconds = 600;
/** Jobs with workers of their own, so that they and updates don't delay each other. All others share slots with updates. */
const lanes: readonly { kinds: readonly string[]; concurrency?: number }[] = [
  // Short. Webhooks, mails about events and automations wait for them.
  { kinds: [eventDispatchKind, automationTickKind] },
  // A model may think for half an hour.
  { kinds: [agentJobKind] },
  // Some servers never answer.
  {
    kinds: [webhookDeliveryKind, mailKind, agentRequestKind, agentAnswerKind, announceJobKind, answerQuestionsKind],
    concurrency: 8,
  },
  // A browser may take minutes, and needs the memory of several updates.
  { kinds: [screenshotJobKind, printJobKind], concurrency: 1 },
  // A model may answer questions for a quarter of an hour.
  { kinds: [evaluateJobKind], concurrency: 1 },
];
const periodic: readonly PeriodicTask[] = [
  { kind: sweepKind, everySeconds: sweepEverySeconds },
  { kind: automationTickKind, everySeconds: automationTickSeconds },
];
/** Memory for the search indexes of sites whose answers are evaluated. */
const evaluatedBytesMax = 64 * 1024 * 1024;
/**
 * The same priority as that of render processes and agents. A busy server gets about ten times as much CPU. Enough is
 * left for the heartbeats of jobs, which take a few milliseconds every few seconds.
 */
const workerNiceness = 10;

/** Runs jobs from the queue until it is stopped, with lower priority than a server on the same machine. */
export async function runWorker(app: App): Promise<Running> {
  const metrics = createWorkerMetrics(jobKinds, app.database.readPoolUse?.bind(app.database));
  const stopping = new AbortController();
  const { workerPort } = app.config;
  const port = workerPort === undefined ? undefined : await openWorkerPort(app, workerPort, metrics, stopping.signal);
  lowerPriority(workerNiceness);
  const pool = createRenderPool({ isPolite: true });
  const handlers = metrics.observe(jobHandlers(app, pool));
  const { workerConcurrency: concurrency, leaseSeconds, shutdownSeconds } = app.config;
  const common = { ...app, queue: metrics.watch(app.queue), concurrency, leaseSeconds, shutdownSeconds };
  const workers = createWorkers(common, handlers);
  for (const worker of workers) worker.start();
  const alive = await reportAlive(app, "worker", app.config.leaseSeconds);
  return {
    async stop() {
      stopping.abort();
      await alive.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await port?.stop();
      await pool.close();
    },
  };
}

/** One worker for each lane, and one for all other jobs. */
export function createWorkers(options: Omit<WorkerOptions, "handlers">, handlers: WorkerOptions["handlers"]): Worker[] {
  const own = new Set(lanes.flatMap(({ kinds }) => kinds));
  const others = { kinds: Object.keys(handlers).filter((kind) => !own.has(kind)) };
  return [others, ...lanes].map(({ kinds, ...lane }) => {
    const isHere = (kind: string) => kinds.includes(kind);
    const served = Object.fromEntries(Object.entries(handlers).filter(([kind]) => isHere(kind)));
    return new Worker({ ...options, ...lane, handlers: served, periodic: periodic.filter(({ kind }) => isHere(kind)) });
  });
}

/** Job kind → handler. */
export function jobHandlers(app: App, pool: RenderPool): Record<string, JobHandler> {
  const { config } = app;
  const folders = foldersOf(config);
  const addressing = siteAddressing(config);
  const urlOf = (subdomain: string) => siteUrl(config.url, config.siteHost, subdomain);
  const artifacts = createArtifactCache(app.objects);
  const findIndex = openIndexes(artifacts, { bytesMax: evaluatedBytesMax });
  const building: BuildDeps = {
    ...app,
    pool,
    treesFolder: folders.trees,
    cachesFolder: folders.caches,
    locate: createLocateReadable(app),
    siteUrl: urlOf,
    editLinkBase: (projectId) => editLinkBase({ ...app, url: config.url }, projectId),
    domainUrl: (domain) => (isReserved(addressing, domain) ? undefined : hostUrl(config.url, domain)),
    contentSignal: config.contentSignal,
    withAuthorCode: config.withAuthorCode,
    organizationBytesMax: config.organizationBytesMax,
    fetchSpec: createSpecFetcher(config.allowedHosts),
    fetchFile: createFileFetcher(config.allowedHosts),
    readAutomations: (source) => readAutomationFiles(app, source),
  };
  const hosting = {
    ...app,
    hasGithubApp: config.githubApp !== undefined,
    chooseCodeHost: chooseCodeHost({ ...app, ...config, repositoriesFolder: folders.repositories }),
  };
  const openSite = (project: Project, artifact: string) =>
    openPublished(
      { artifacts, findIndex },
      project,
      { projectId: project.id, subdomain: project.domain, artifact },
      urlOf(project.domain),
    );
  const settings = serverSettingsOf(app);
  const findProjectSite = prepareFindProjectSite(app.database);
  const automating = automationDeps({ ...app, settings });
  return {
    [updateJobKind]: updateHandler(building),
    [audienceJobKind]: audienceHandler(building),
    [screenshotJobKind]: screenshotHandler({
      ...app,
      url: config.url,
      siteUrl: urlOf,
      connectTo: listeningAddress(config),
    }),
    [printJobKind]: printHandler({ ...app, artifacts, siteUrl: urlOf }),
    [collectJobKind]: collectHandler(app),
    [announceJobKind]: announceHandler({ ...hosting, url: config.url, siteUrl: urlOf }),
    [evaluateJobKind]: evaluationHandler({
      ...app,
      findModel: (project) => settings.findModelOf(project),
      reserve: storedTurns({ ...app, bounds: config.model }).reserve,
      prices: config.model.prices,
      openSite,
      siteUrl: urlOf,
      withHost: (project, signal, report) => withHost(hosting, project, signal, report),
      async onWorse(tx, project, branch, report) {
        await recordFailedCheck(app, tx, project, { branch, name: "lectern/answers", url: null, report });
      },
    }),
    ...requestHandlers(app, { hosting, settings, artifacts, findIndex, findProjectSite, siteUrl: urlOf }),
    [agentJobKind]: agentJobHandler(agentJobDeps(app, pool)),
    [removeProjectKind]: removeProjectHandler(onRemoved({ ...app, folders })),
    [eventDispatchKind]: eventDispatchHandler(app, [
      webhookConsumer({ ...app, url: config.url, siteUrl: urlOf }),
      notifyOfEvent({ ...app, url: config.url, siteUrl: urlOf, mail: config.mail }),
      automationConsumer(automating),
      failedPreviewConsumer(app),
      answerConsumer(app),
    ]),
    [webhookDeliveryKind]: webhookDeliveryHandler({ ...app, fetch: createGuardedFetch(config.allowedHosts) }),
    [mailKind]: mailHandler({ ...app, mail: config.mail }),
    [automationTickKind]: automationTickHandler({ ...app, ...automating }),
    [answerQuestionsKind]: answerQuestionsHandler(
      gapDeps({
        ...app,
        settings,
        artifacts,
        findIndex,
        siteUrl: urlOf,
        locate: building.locate,
        findProjectSite,
      }),
    ),
    [sweepKind]: {
      attemptsMax: 3,
      run: ({ signal }) => runSweeps(app, sweepsOf(app), signal),
      // The next sweep catches up.
      giveUp: async () => {},
    },
  };
}

/**
 * Some browsers look up names under localhost on the network, so they are given the IP address to connect to. A child of
 * the server connects to the port on which that server listens; any other worker only knows the public address.
 */
function listeningAddress({ siteHost, host, port }: Config): { host: string; port?: number } | undefined {
  if (siteHost !== "localhost") {
    return undefined;
  }
  return { host: host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, ...(process.connected && { port }) };
}
