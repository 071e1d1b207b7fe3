import { agentJobKind } from "../agent/create-job.ts";
import { agentJobHandler } from "../agent/run-agent-job.ts";
import { announceHandler } from "../code-hosts/announce-preview.ts";
import { chooseCodeHost } from "../code-hosts/choose-code-host.ts";
import type { Config } from "../platform/config.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import { runSweeps } from "../platform/sweeps/run-sweeps.ts";
import { removeProjectHandler, removeProjectKind } from "../projects/remove-project.ts";
import { hostUrl, siteUrl } from "../projects/sites/site-url.ts";
import { createSpecFetcher } from "../site/api/openapi/fetch-spec.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import { announceJobKind, collectHandler, collectJobKind, screenshotJobKind } from "../updates/after-publish.ts";
import { updateHandler } from "../updates/run-update.ts";
import { screenshotHandler } from "../updates/screenshots/screenshot-handler.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { agentJobDeps } from "./agent-job-deps.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { sweepKind } from "./job-kinds.ts";
import { createLocateReadable } from "./locate-source.ts";
import { onRemoved } from "./on-remove.ts";
import { sweepsOf } from "./sweeps.ts";

const sweepEverySeconds = 600;

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
    [removeProjectKind]: removeProjectHandler(onRemoved({ ...app, folders })),
    [sweepKind]: {
      attemptsMax: 3,
      run: ({ signal }) => runSweeps(app, sweepsOf(app), signal),
      // The next one catches up.
      giveUp: async () => {},
    },
  };
}

/** Some browsers look up names under localhost on the network, so they get the address to connect to. */
function listeningAddress({ siteHost, host, port }: Config): { host: string; port: number } | undefined {
  if (siteHost !== "localhost") {
    return undefined;
  }
  return { host: host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port };
}
