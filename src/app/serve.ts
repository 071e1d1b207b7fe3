import { setTimeout } from "node:timers/promises";
import { createSiteVectors, type FindNear } from "../assistant/site-vectors.ts";
import { githubAccess } from "../code-hosts/installations/github-access.ts";
import { AppError } from "../platform/errors.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import { reportAlive } from "../platform/nodes/report-alive.ts";
import { prepareRepositories } from "../projects/repositories/prepare-repositories.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createServer } from "./server.ts";

const closeIdleMilliseconds = 50;

export interface Running {
  /** Resolves when everything has stopped. Until the grace period is over, requests are still answered. */
  stop(graceSeconds?: number): Promise<void>;
}

/** Serves until it is stopped. The caller still has to close the app. */
export async function serve(app: App): Promise<Running> {
  const { host, port, url, trustedProxies, shutdownSeconds, siteHost } = app.config;
  const addressing = siteAddressing(app.config);
  const { secrets } = app;
  const repositoriesFolder = foldersOf(app.config).repositories;
  const hosting = { secrets, addressing, oidc: app.config.oidc, github: githubAccess(app.config) };
  const server = createServer({
    ...app,
    model: app.config.model,
    withAuthorCode: app.config.withAuthorCode,
    findNear: openVectors(app),
    url,
    trustedProxies,
    siteHost,
    repositoriesFolder,
    hosting,
    disk: { folder: app.config.dataFolder, megabytesMin: app.config.diskMegabytesMin },
    streams: app.config.streams,
  });
  try {
    await server.http.listen({ host, port });
  } catch (error) {
    await server.close();
    throw explainListenError({ host, port, setting: "PORT" }, error);
  }
  const alive = reportAlive(app, "api");
  const stopping = new AbortController();
  prepareRepositories({ ...app, repositoriesFolder }, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) {
      app.log.warn({ error }, "could not prepare the hosted repositories");
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
    },
  };
}

/** Undefined if no embeddings model is configured. */
function openVectors({ config, log }: App): FindNear | undefined {
  const { name, url, key } = config.embeddings;
  const choice = readModelChoice(name, url, "LECTERN_EMBEDDINGS");
  return choice && createSiteVectors({ embedder: { choice, key }, folder: foldersOf(config).vectors, log });
}

interface Listening {
  host: string;
  port: number;
  /** The name of the setting with the port. */
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
