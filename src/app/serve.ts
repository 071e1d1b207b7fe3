import { setTimeout } from "node:timers/promises";
import { createSiteVectors, type FindNear } from "../assistant/site-vectors.ts";
import { githubAccess } from "../code-hosts/installations/github-access.ts";
import { allOperations } from "../contract/webhook-operations.ts";
import { liveOperation } from "../editor/live/routes.ts";
import { AppError } from "../platform/errors.ts";
import { watchStalls } from "../platform/measures/stalls.ts";
import { reportAlive } from "../platform/nodes/report-alive.ts";
import type { ServerSettings } from "../platform/server-settings/server-settings.ts";
import { removeUnusedCaches } from "../projects/repositories/sweep-repositories.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import { visitorOperations } from "../visitors/api/operations.ts";
import type { App } from "./app.ts";
import { editorHosting } from "./code-host-deps.ts";
import { foldersOf } from "./folders.ts";
import { createServer } from "./server.ts";
import type { ServerDeps } from "./server-parts.ts";
import { serverSettingsOf } from "./server-settings-of.ts";

const closeIdleMilliseconds = 50;

export interface Running {
  /** Resolves when everything has stopped. Requests are still answered during the grace period. */
  stop(graceSeconds?: number): Promise<void>;
}

/** Serves until it is stopped. The caller still has to close the app. */
export async function serve(app: App, readWorker?: ServerDeps["readWorker"]): Promise<Running> {
  const { host, port, url, trustedProxies, shutdownSeconds, siteHost } = app.config;
  const addressing = siteAddressing(app.config);
  const { secrets } = app;
  const repositoriesFolder = foldersOf(app.config).repositories;
  const { oidc, allowedHosts, mail } = app.config;
  const github = githubAccess(app.config);
  const hosting = { secrets, addressing, oidc, allowedHosts, mail, github, editor: editorHosting(app) };
  const settings = serverSettingsOf(app);
  const server = createServer({
    ...app,
    settings,
    model: app.config.model,
    withAuthorCode: app.config.withAuthorCode,
    readers: app.config.readers,
    analytics: app.config.analytics,
    findNear: openVectors(app, settings),
    url,
    trustedProxies,
    siteHost,
    repositoriesFolder,
    hosting,
    disk: { folder: app.config.dataFolder, megabytesMin: app.config.diskMegabytesMin },
    streams: app.config.streams,
    readWorker,
  });
  try {
    await server.http.listen({ host, port });
  } catch (error) {
    await server.close();
    throw explainListenError({ host, port, setting: "PORT" }, error);
  }
  const alive = await reportAlive(app, "api", app.config.leaseSeconds);
  const stalls = watchStalls({
    ...app,
    operations: [...Object.keys({ ...allOperations, ...visitorOperations }), liveOperation],
  });
  const stopping = new AbortController();
  removeUnusedCaches({ ...app, repositoriesFolder }, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) {
      app.log.warn({ error }, "could not remove unused copies of repositories");
    }
  });
  return {
    async stop(graceSeconds = 0) {
      stopping.abort();
      server.announceStop();
      await setTimeout(graceSeconds * 1_000);
      await alive.stop();
      server.drain();
      const connections = server.http.server;
      // Keep-alive connections become idle only once their response is sent, so close them repeatedly.
      const idle = setInterval(() => connections.closeIdleConnections(), closeIdleMilliseconds);
      const deadline = globalThis.setTimeout(() => connections.closeAllConnections(), shutdownSeconds * 1_000);
      await server.close();
      clearInterval(idle);
      clearTimeout(deadline);
      await stalls.stop();
    },
  };
}

/**
 * Searches by meaning. Finds nothing while there is no embedding model. After a change of the model, all vectors are
 * computed again.
 */
function openVectors({ config, log }: App, settings: ServerSettings): FindNear {
  let opened: { name: string; findNear: FindNear } | undefined;
  return async (...query) => {
    const embedder = await settings.findEmbedder();
    if (embedder === undefined) return undefined;
    const name = JSON.stringify([embedder.choice.url, embedder.choice.model, embedder.key]);
    if (opened?.name !== name) {
      opened = { name, findNear: createSiteVectors({ embedder, folder: foldersOf(config).vectors, log }) };
    }
    return opened.findNear(...query);
  };
}

interface Listening {
  host: string;
  port: number;
  /** The name of the setting that contains the port. */
  setting: string;
}

export function explainListenError({ host, port, setting }: Listening, error: unknown): unknown {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return new AppError(
        "unavailable",
        `Port ${port} on ${host} is in use; stop the program that uses it, or set ${setting} to another port.`,
      );
    case "EACCES":
      return new AppError("unavailable", `This user may not listen on port ${port}; set ${setting} to 1024 or more.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new AppError("unavailable", `HOST is ${host}, which is not an address of this machine; try 127.0.0.1.`);
    default:
      return error;
  }
}
