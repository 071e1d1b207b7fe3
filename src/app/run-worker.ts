import { agentJobKind } from "../agent/create-job.ts";
import { Worker } from "../platform/queue/worker.ts";
import { stepBack } from "../platform/step-back.ts";
import { createRenderPool } from "../site/render/render-pool.ts";
import type { App } from "./app.ts";
import type { Running } from "./serve.ts";
import { jobHandlers, periodicJobs } from "./worker.ts";

/** Between a server, which answers people, and the processes that render pages, which can wait. */
const workerNiceness = 5;

/** Takes jobs from the queue and does them until it is stopped. A server on the same machine goes first. */
export function runWorker(app: App): Running {
  stepBack(workerNiceness);
  const pool = createRenderPool({ isPolite: true });
  const { [agentJobKind]: agent, ...others } = jobHandlers(app, pool);
  const { workerConcurrency: concurrency, leaseSeconds, shutdownSeconds } = app.config;
  const common = { ...app, concurrency, leaseSeconds, shutdownSeconds };
  // Agent jobs have places of their own: a model that thinks for half an hour keeps no update waiting.
  const workers = [
    new Worker({ ...common, handlers: others, periodic: periodicJobs }),
    new Worker({ ...common, handlers: agent === undefined ? {} : { [agentJobKind]: agent } }),
  ];
  for (const worker of workers) worker.start();
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await pool.close();
    },
  };
}
