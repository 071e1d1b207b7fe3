import type { Environment } from "../platform/config.ts";
import type { App } from "./app.ts";
import { type FirstStart, prepareFirstStart } from "./first-start.ts";
import { type Running, serve } from "./serve.ts";
import { WorkerProcess } from "./worker-process.ts";

interface Started extends Running {
  /** Set only on the first start. */
  firstStart: FirstStart | undefined;
}

/** Runs the API in this process and the worker in another, so that builds don't delay replies. */
export async function start(app: App, environment: Environment): Promise<Started> {
  const { log, config } = app;
  const worker = new WorkerProcess({ environment, log, shutdownSeconds: config.shutdownSeconds });
  // A worker with its own port reports its metrics there. Reporting them here as well would count them twice.
  const server = await serve(app, config.workerPort === undefined ? () => worker.readMeasures() : undefined);
  const stop = async (graceSeconds = 0) => {
    await Promise.all([server.stop(graceSeconds), worker.stop()]);
  };
  try {
    await worker.start();
    // The first start comes last: its keys can be shown only once, so nothing may fail after they are created.
    return { firstStart: await prepareFirstStart(app), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
