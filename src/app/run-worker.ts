import { agentJobKind } from "../agent/create-job.ts";
import { Worker } from "../platform/queue/worker.ts";
import { stepBack } from "../platform/step-back.ts";
import { createRenderPool } from "../site/pipeline/render/render-pool.ts";
import type { App } from "./app.ts";
import type { Running } from "./serve.ts";
import { jobHandlers, periodicJobs } from "./worker.ts";

/**
 * The same as for render processes and agents: a server that needs the CPU gets about ten times as much of it. Enough is left
 * for the heartbeats of jobs, which take a few milliseconds every few seconds.
 */
const workerNiceness = 10;

/** Runs jobs from the queue until it is stopped, with lower priority than a server on the same machine. */
export function runWorker(app: App): Running {
  stepBack(workerNiceness);
  const pool = createRenderPool({ isPolite: true });
  const { [agentJobKind]: agent, ...others } = jobHandlers(app, pool);
  const { workerConcurrency: concurrency, leaseSeconds, shutdownSeconds } = app.config;
  const common = { ...app, concurrency, leaseSeconds, shutdownSeconds };
  // Agent jobs have their own worker, so that a model that thinks for half an hour doesn't delay updates.
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
