import { createSiteVectors, type FindNear } from "../assistant/site-vectors.ts";
import { AppError } from "../platform/errors.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import { prepareRepositories } from "../projects/repositories/prepare-repositories.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createServer } from "./server.ts";

const closeIdleMilliseconds = 50;

export interface Running {
  /** Resolves when everything has stopped. */
  stop(): Promise<void>;
}

/** Serves until it is stopped. The caller still has to close the app. */
export async function serve(app: App): Promise<Running> {
  const { host, port, url, trustedProxies, shutdownSeconds, siteHost } = app.config;
  const addressing = siteAddressing(app.config);
  const { secrets } = app;
  const repositoriesFolder = foldersOf(app.config).repositories;
  const hosting = { secrets, addressing, oidc: app.config.oidc };
  const server = createServer({
    ...app,
    model: app.config.model,
    findNear: openVectors(app),
    url,
    trustedProxies,
    siteHost,
    repositoriesFolder,
    hosting,
  });
  try {
    await server.http.listen({ host, port });
  } catch (error) {
    await server.close();
    throw explainListenError(host, port, error);
  }
  const stopping = new AbortController();
  prepareRepositories({ ...app, repositoriesFolder }, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) {
      app.log.warn({ error }, "could not prepare the hosted repositories");
    }
  });
  return {
    async stop() {
      stopping.abort();
      server.drain();
      const connections = server.http.server;
      // Keep-alive connections become idle only once their response is sent, so close them repeatedly.
      const idle = setInterval(() => connections.closeIdleConnections(), closeIdleMilliseconds);
      const deadline = setTimeout(() => connections.closeAllConnections(), shutdownSeconds * 1_000);
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

function explainListenError(host: string, port: number, error: unknown): unknown {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return new AppError(
        "unavailable",
        `Port ${port} on ${host} is in use; stop the program that uses it, or set PORT to another port.`,
      );
    case "EACCES":
      return new AppError("unavailable", `This user may not listen on port ${port}; set PORT to 1024 or more.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new AppError("unavailable", `HOST is ${host}, which is not an address of this machine; try 127.0.0.1.`);
    default:
      return error;
  }
}
