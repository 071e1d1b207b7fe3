import { catchUpPushes } from "../git-host/catch-up.ts";
import { AppError } from "../platform/errors.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { openVectors } from "./open-vectors.ts";
import { createServer } from "./server.ts";

const closeIdleMilliseconds = 50;

/** Something that was started and can be stopped. */
export interface Running {
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Listens, and answers until it is stopped. The app stays open: closing it is up to whoever opened it. */
export async function serve(app: App): Promise<Running> {
  const { host, port, url, trustedProxies, shutdownSeconds, siteHost } = app.config;
  const addressing = { siteHost, ownHosts: ownHosts(url, host) };
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
  catchUpPushes({ ...app, repositoriesFolder }, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) {
      app.log.warn({ error }, "pushes that came before the last stop were not looked for");
    }
  });
  return {
    async stop() {
      stopping.abort();
      server.drain();
      const connections = server.http.server;
      // A connection that is kept for later requests falls idle only when its reply is sent, and must not hold us then.
      const idle = setInterval(() => connections.closeIdleConnections(), closeIdleMilliseconds);
      const patience = setTimeout(() => connections.closeAllConnections(), shutdownSeconds * 1_000);
      await server.close();
      clearInterval(idle);
      clearTimeout(patience);
    },
  };
}

/** Names under which the dashboard and the API answer. On them no site is ever shown. */
function ownHosts(url: string, host: string): string[] {
  return [new URL(url).hostname, host.toLowerCase(), "localhost", "127.0.0.1", "[::1]"];
}

function explainListenError(host: string, port: number, error: unknown): unknown {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return new AppError(
        "unavailable",
        `Port ${port} on ${host} is in use; stop the program that uses it, or set PORT to another.`,
      );
    case "EACCES":
      return new AppError("unavailable", `This user may not listen on port ${port}; set PORT to 1024 or more.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new AppError("unavailable", `HOST is ${host}, which is no address of this machine; try 127.0.0.1.`);
    default:
      return error;
  }
}
