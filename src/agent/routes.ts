import type { Operations } from "../contract/operations.ts";
import type { Handlers } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/page.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { follow } from "../platform/follow.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Watcher } from "../platform/watcher.ts";
import { getProject } from "../projects/get-project.ts";
import type { AgentJob } from "./agent-job.ts";
import { createJob } from "./create-job.ts";
import { presentAgentJob } from "./present-agent-job.ts";
import { type FindAgentJob, listAgentJobs, readEvents } from "./store.ts";

export interface AgentRouteDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  findAgentJob: FindAgentJob;
  watcher: Watcher;
}

type AgentOperations = Pick<Operations, "getAgentJob" | "createAgentJob" | "listAgentJobs" | "streamAgentJobEvents">;

export function agentRoutes(deps: AgentRouteDeps): Handlers<AgentOperations> {
  const { database, findAgentJob } = deps;
  return {
    getAgentJob: async ({ principal, params }) =>
      presentAgentJob(await getAgentJob(findAgentJob, principal.organizationId, params.projectId, params.id)),

    createAgentJob: ({ principal, params, body, once }) =>
      once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        return presentAgentJob(await createJob(deps, tx, project, body));
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
      };
      return follow(deps.watcher, params.id, source, lastEventId, signal);
    },
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
    throw new AppError("not_found", "Job not found: there is no such agent job in this project.");
  }
  return job;
}
