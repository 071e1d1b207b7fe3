import { createServer, type ServerResponse } from "node:http";
import { AppError } from "../platform/errors.ts";
import type { WorkerMetrics } from "../platform/worker-metrics.ts";
import type { App } from "./app.ts";
import { createReadiness } from "./readiness.ts";
import { explainListenError, type Running } from "./serve.ts";

const requestMilliseconds = 10_000;
const connectionsMax = 50;

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Serves the health and metrics of a worker on a separate port. */
export async function openWorkerPort(
  app: App,
  port: number,
  metrics: WorkerMetrics,
  stopping: AbortSignal,
): Promise<Running> {
  const { host, dataFolder, diskMegabytesMin } = app.config;
  const readiness = createReadiness({ ...app, disk: { folder: dataFolder, megabytesMin: diskMegabytesMin } });

  async function answer(path: string): Promise<Answer> {
    switch (path) {
      case "/healthz":
        return json(200, { status: "alive" });
      case "/readyz":
        if (stopping.aborted) throw new AppError("unavailable", "The worker is stopping.");
        return json(200, await readiness.check());
      case "/metrics":
        return { status: 200, type: "text/plain; charset=utf-8", body: await metrics.render() };
      default:
        return json(404, { error: "A worker answers /healthz, /readyz and /metrics." });
    }
  }

  const server = createServer({ requestTimeout: requestMilliseconds }, (request, response) => {
    answer(request.url?.split("?", 1)[0] ?? "").then(
      (reply) => send(response, reply),
      (error: unknown) => {
        const message = error instanceof AppError ? error.message : "Something went wrong; see the log.";
        app.log.warn({ error }, "not ready");
        send(response, json(503, { error: message }));
      },
    );
  });
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explainListenError({ host, port, setting: "LECTERN_WORKER_PORT" }, error)));
    server.listen(port, host, resolve);
  });
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function json(status: number, value: object): Answer {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}
