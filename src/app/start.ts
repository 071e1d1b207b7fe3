import type { Environment } from "../platform/config.ts";
import type { App } from "./app.ts";
import { type FirstStart, prepareFirstStart } from "./first-start.ts";
import { type Running, serve } from "./serve.ts";
import { WorkerProcess } from "./worker-process.ts";

export interface Started extends Running {
  /** There on the first start only. */
  firstStart: FirstStart | undefined;
}

/** The API in this process and the worker in another, so that no build ever delays a reply. */
export async function start(app: App, environment: Environment): Promise<Started> {
  const { log, config } = app;
  const server = await serve(app);
  const worker = new WorkerProcess({ environment, log, shutdownSeconds: config.shutdownSeconds });
  const stop = async () => {
    await Promise.all([server.stop(), worker.stop()]);
  };
  try {
    await worker.start();
    // Last, when nothing can fail any more: the keys it makes can be shown only once.
    return { firstStart: await prepareFirstStart(app), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
