import type { Operations } from "../contract/operations.ts";
import type { Call, Handlers } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { follow } from "../platform/follow.ts";
import { ownCommand } from "../platform/own-command.ts";
import type { Services } from "../platform/services.ts";
import type { Watcher } from "../platform/watcher.ts";
import { getProject } from "../projects/get-project.ts";
import { type AgentJob, presentAgentJob, rulesModel } from "./agent-job.ts";
import { archiveJob, createJob, sendMessage } from "./create-job.ts";
import { appendHeartbeat, type FindAgentJob, findAgentJobById, listAgentJobs, readEvents } from "./store.ts";

interface AgentRouteDeps extends Pick<Services, "clock" | "database" | "queue"> {
  findAgentJob: FindAgentJob;
  watcher: Watcher;
  /** The server's model; its name is empty if there is none. */
  settings: { model(tx: Connection): Promise<{ name: string }> };
}

type AgentOperations = Pick<
  Operations,
  "getAgentJob" | "createAgentJob" | "listAgentJobs" | "streamAgentJobEvents" | "sendAgentMessage" | "archiveAgentJob"
>;

/** Longer than the interval of worker heartbeats. If a job has no event for this long, no worker is running it. */
const silenceMilliseconds = 40_000;

export function agentRoutes(deps: AgentRouteDeps): Handlers<AgentOperations> {
  const { database, findAgentJob } = deps;
  return {
    getAgentJob: async (call) => presentAgentJob(await getAgentJob(findAgentJob, call)),

    createAgentJob: ({ principal, params, body, once }) =>
      once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        // Tasks are always done by the rules.
        const model = body.task === undefined ? (await deps.settings.model(tx)).name || rulesModel : rulesModel;
        const promptedBy = principal.user?.id ?? null;
        return presentAgentJob(await createJob(deps, tx, project, body, { promptedBy, model }));
      }),

    listAgentJobs: async ({ principal, params, query }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const limit = query.limit ?? pageLimitDefault;
      const { items, nextCursor } = pageOf(await listAgentJobs(database.query, project.id, { ...query, limit }), limit);
      return { jobs: items.map(presentAgentJob), nextCursor };
    },

    streamAgentJobEvents: async ({ lastEventId, signal, ...call }) => {
      const { params } = call;
      const get = () => getAgentJob(findAgentJob, call);
      await get();
      const source = {
        read: (after: number) => readEvents(database.query, params.id, after),
        isOver: async () => (await get()).status !== "active",
        silence: {
          milliseconds: silenceMilliseconds,
          report: (seen: number) => reportWaiting(deps, params.id, seen),
        },
      };
      return follow(deps.watcher, params.id, source, lastEventId, signal);
    },

    sendAgentMessage: ({ body, once, ...call }) =>
      once(async (tx) => {
        const job = await getAgentJob(findInTransaction(tx), call);
        return presentAgentJob(await sendMessage(deps, tx, job, body.prompt, call.principal.user?.id ?? null));
      }),

    archiveAgentJob: ({ change, ...call }) =>
      change(async (tx) => {
        const job = await getAgentJob(findInTransaction(tx), call);
        return presentAgentJob(await archiveJob(deps, tx, job));
      }),
  };
}

/** Tells listeners that a queued job is waiting, because no worker reports on it yet. */
export async function reportWaiting(
  { database, queue, clock }: Pick<Services, "clock" | "database" | "queue">,
  jobId: string,
  seen: number,
): Promise<void> {
  const { waiting, running } = await queue.counts();
  const job = await findAgentJobById(database.query, jobId);
  const text =
    job?.summary ??
    (running === 0
      ? `Waiting for a worker. If this doesn't change, start one with: ${ownCommand("worker")}.`
      : `Waiting for a worker: ${running} ${running === 1 ? "task is" : "tasks are"} running, ${waiting} waiting.`);
  await database.transaction((tx) => appendHeartbeat(tx, jobId, seen, text, clock.now()), { durability: "relaxed" });
}

function findInTransaction(tx: Connection): FindAgentJob {
  return async (organizationId, projectId, id) => {
    const job = await findAgentJobById(tx, id);
    return job?.organizationId === organizationId && job.projectId === projectId ? job : undefined;
  };
}

type JobCall = Pick<Call<Operations["getAgentJob"]>, "params" | "principal">;

async function getAgentJob(find: FindAgentJob, { principal, params }: JobCall): Promise<AgentJob> {
  const job = await find(principal.organizationId, params.projectId, params.id);
  if (job === undefined) {
    throw new AppError("not_found", "Job not found in this project.");
  }
  return job;
}
