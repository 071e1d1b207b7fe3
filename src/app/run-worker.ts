import { Worker } from "../platform/queue/worker.ts";
import { createRenderPool } from "../site/render/render-pool.ts";
import type { App } from "./app.ts";
import type { Running } from "./serve.ts";
import { jobHandlers, periodicJobs } from "./worker.ts";

/** Takes jobs from the queue and does them until it is stopped. */
export function runWorker(app: App): Running {
  const pool = createRenderPool({ isPolite: true });
  const worker = new Worker({
    ...app,
    handlers: jobHandlers(app, pool),
    periodic: periodicJobs,
    concurrency: app.config.workerConcurrency,
    leaseSeconds: app.config.leaseSeconds,
    shutdownSeconds: app.config.shutdownSeconds,
  });
  worker.start();
  return {
    async stop() {
      await worker.stop();
      await pool.close();
    },
  };
}
