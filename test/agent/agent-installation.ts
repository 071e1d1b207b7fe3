import { eventDispatchKind } from "../../src/activity/events/record-event.ts";
import type { AgentProcess, startAgentProcess } from "../../src/agent/child/agent-process.ts";
import { agentJobKind } from "../../src/agent/create-job.ts";
import { agentAnswerKind } from "../../src/agent/requests/answer-requests.ts";
import { agentRequestKind } from "../../src/agent/requests/record-request.ts";
import { agentJobHandler } from "../../src/agent/run-agent-job.ts";
import type { AgentJobDeps } from "../../src/agent/turn.ts";
import { openApp } from "../../src/app/app.ts";
import { agentJobDeps } from "../../src/app/code-host-deps.ts";
import { jobHandlers } from "../../src/app/run-worker.ts";
import { serve } from "../../src/app/serve.ts";
import type { CallTable } from "../../src/platform/calls/call-table.ts";
import { readConfig } from "../../src/platform/config.ts";
import { Worker } from "../../src/platform/queue/worker.ts";
import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { Dialect } from "../support/database.ts";
import { type Installation, openInstallation } from "../updates/publisher.ts";

const pollMilliseconds = 50;
/** As on a server. */
const modelSilenceSeconds = 60;
const outageSeconds = 2;
/** Short, because a worker may take a third of the lease to notice that a job was canceled. */
const leaseSeconds = 9;

/** The jobs that take requests from elsewhere and answer them. */
export const requestKinds: readonly string[] = [agentRequestKind, agentAnswerKind, eventDispatchKind];

/**
 * Starts a server and a worker that runs only agent jobs and the given other kinds, so that no site is published during
 * the tests. The jobs work in this process, and their changes are taken as valid; see `startWholeAgents`.
 */
export function startAgents(
  dialect: Dialect,
  settings?: Record<string, string>,
  otherKinds?: readonly string[],
  silenceSeconds?: number,
): Promise<Installation> {
  const replaced = { startProcess: workInThisProcess, validateChanges: async () => valid };
  return start(dialect, replaced, settings, otherKinds, silenceSeconds);
}

/** The same with the sandboxed process of each job and with builds of the docs, which take most of a job's time. */
export function startWholeAgents(
  dialect: Dialect,
  settings?: Record<string, string>,
  otherKinds?: readonly string[],
): Promise<Installation> {
  return start(dialect, {}, settings, otherKinds);
}

const valid = { pages: 1, errors: [], warnings: [] };
const agentCallsFile = new URL("../../src/agent/child/agent-calls.ts", import.meta.url).pathname;
let processes = 0;

/** Every job gets its own instance of the module, because that keeps the open docs. */
const workInThisProcess: typeof startAgentProcess = async (docs) => {
  processes += 1;
  const { agentCalls }: { agentCalls: CallTable } = await import(`${agentCallsFile}?job=${processes}`);
  const call = async (name: string, input: unknown) => agentCalls[name]?.(structuredClone(input) as never);
  await call("open", docs);
  return { call, stop: async () => {} } as AgentProcess;
};

async function start(
  dialect: Dialect,
  replaced: Pick<AgentJobDeps, "startProcess" | "validateChanges">,
  settings: Record<string, string> = {},
  otherKinds: readonly string[] = [],
  silenceSeconds = modelSilenceSeconds,
): Promise<Installation> {
  const installation = await openInstallation(dialect, "folder", settings);
  const app = await openApp(readConfig(installation.variables), "worker");
  const server = await serve(app);
  const pool = createRenderPool();
  const deps = { ...agentJobDeps(app, pool), ...replaced };
  const findModel = async () => {
    const model = await deps.findModel();
    return model && { ...model, silenceSeconds, outageSeconds };
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
