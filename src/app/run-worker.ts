import { agentJobKind } from "../agent/create-job.ts";
import { Worker } from "../platform/queue/worker.ts";
import { stepBack } from "../platform/step-back.ts";
import { createRenderPool } from "../site/pipeline/render/render-pool.ts";
import type { App } from "./app.ts";
import type { Running } from "./serve.ts";
import { jobHandlers, periodicJobs } from "./worker.ts";

/**
 * As its render processes and agents: a server that wants the processor gets about ten times as much of it. What is left is
 * enough for the heartbeats of jobs, which need a few milliseconds in many seconds.
 */
const workerNiceness = 10;

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
