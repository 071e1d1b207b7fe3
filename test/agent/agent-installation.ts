import { eventDispatchKind } from "../../src/activity/events/record-event.ts";
import { agentJobKind } from "../../src/agent/create-job.ts";
import { agentAnswerKind } from "../../src/agent/requests/answer-requests.ts";
import { agentRequestKind } from "../../src/agent/requests/record-request.ts";
import { agentJobHandler } from "../../src/agent/run-agent-job.ts";
import { openApp } from "../../src/app/app.ts";
import { agentJobDeps } from "../../src/app/code-host-deps.ts";
import { jobHandlers } from "../../src/app/run-worker.ts";
import { serve } from "../../src/app/serve.ts";
import { readConfig } from "../../src/platform/config.ts";
import { Worker } from "../../src/platform/queue/worker.ts";
import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { Dialect } from "../support/database.ts";
import { type Installation, openInstallation } from "../updates/publisher.ts";

const pollMilliseconds = 50;
/** Not shorter, because on a busy machine even a working model server can be silent for a while. */
const modelSilenceSeconds = 4;
const outageSeconds = 2;
/** Short, because a worker may take a third of the lease to notice that a job was canceled. */
const leaseSeconds = 9;

/** The jobs that take requests from elsewhere and answer them. */
export const requestKinds: readonly string[] = [agentRequestKind, agentAnswerKind, eventDispatchKind];

/**
 * Starts a server and a worker that runs only agent jobs and the given other kinds, so that no site is published during
 * the tests.
 */
export async function startAgents(
  dialect: Dialect,
  settings: Record<string, string> = {},
  otherKinds: readonly string[] = [],
): Promise<Installation> {
  const installation = await openInstallation(dialect, "folder", settings);
  const app = await openApp(readConfig(installation.variables), "worker");
  const server = await serve(app);
  const pool = createRenderPool();
  const deps = agentJobDeps(app, pool);
  const findModel = async () => {
    const model = await deps.findModel();
    return model && { ...model, silenceSeconds: modelSilenceSeconds, outageSeconds };
  };
  const others = Object.entries(jobHandlers(app, pool)).filter(([kind]) => otherKinds.includes(kind));
  const handlers = { ...Object.fromEntries(others), [agentJobKind]: agentJobHandler({ ...deps, findModel }) };
  const worker = new Worker({ ...app, handlers, concurrency: 2, leaseSeconds, shutdownSeconds: 0, pollMilliseconds });
  worker.start();
  return {
    ...installation,
    async close() {
      await worker.stop();
      await pool.close();
      await server.stop();
      await app.close();
      await installation.close();
    },
  };
}
