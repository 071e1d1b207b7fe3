import type { Operations } from "../contract/operations.ts";
import type { Handlers } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { follow } from "../platform/follow.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Watcher } from "../platform/watcher.ts";
import { getProject } from "../projects/get-project.ts";
import { type AgentJob, rulesModel } from "./agent-job.ts";
import { archiveJob } from "./archive-job.ts";
import { createJob } from "./create-job.ts";
import { presentAgentJob } from "./present-agent-job.ts";
import { reportWaiting, silenceMilliseconds } from "./report-waiting.ts";
import { sendMessage } from "./send-message.ts";
import { type FindAgentJob, findAgentJobById, listAgentJobs, readEvents } from "./store.ts";

interface AgentRouteDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  findAgentJob: FindAgentJob;
  watcher: Watcher;
  /** The server's model; its name is empty if there is none. */
  settings: { model(tx: Connection): Promise<{ name: string }> };
}

type AgentOperations = Pick<
  Operations,
  "getAgentJob" | "createAgentJob" | "listAgentJobs" | "streamAgentJobEvents" | "sendAgentMessage" | "archiveAgentJob"
>;

export function agentRoutes(deps: AgentRouteDeps): Handlers<AgentOperations> {
  const { database, findAgentJob } = deps;
  return {
    getAgentJob: async ({ principal, params }) =>
      presentAgentJob(await getAgentJob(findAgentJob, principal.organizationId, params.projectId, params.id)),

    createAgentJob: ({ principal, params, body, once }) =>
      once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        return presentAgentJob(
          await createJob(deps, tx, project, body, (await deps.settings.model(tx)).name || rulesModel),
        );
      }),

    listAgentJobs: async ({ principal, params, query }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const limit = query.limit ?? pageLimitDefault;
      const { items, nextCursor } = pageOf(await listAgentJobs(database.query, project.id, { ...query, limit }), limit);
      return { jobs: items.map(presentAgentJob), nextCursor };
    },

    streamAgentJobEvents: async ({ principal, params, lastEventId, signal }) => {
      const get = () => getAgentJob(findAgentJob, principal.organizationId, params.projectId, params.id);
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

    sendAgentMessage: ({ principal, params, body, once }) =>
      once(async (tx) => {
        const job = await getAgentJob(findInTransaction(tx), principal.organizationId, params.projectId, params.id);
        return presentAgentJob(await sendMessage(deps, tx, job, body.prompt));
      }),

    archiveAgentJob: ({ principal, params, change }) =>
      change(async (tx) => {
        const job = await getAgentJob(findInTransaction(tx), principal.organizationId, params.projectId, params.id);
        return presentAgentJob(await archiveJob(deps, tx, job));
      }),
  };
}

function findInTransaction(tx: Connection): FindAgentJob {
  return async (organizationId, projectId, id) => {
    const job = await findAgentJobById(tx, id);
    return job?.organizationId === organizationId && job.projectId === projectId ? job : undefined;
  };
}

async function getAgentJob(
  findAgentJob: FindAgentJob,
  organizationId: string,
  projectId: string,
  id: string,
): Promise<AgentJob> {
  const job = await findAgentJob(organizationId, projectId, id);
  if (job === undefined) {
    throw new AppError("not_found", "Job not found in this project.");
  }
  return job;
}
