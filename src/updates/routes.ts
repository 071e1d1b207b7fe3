import type { Operations } from "../contract/operations.ts";
import type { UpdateSource, UpdateStatus } from "../contract/schemas.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import { AppError } from "../platform/errors.ts";
import { follow } from "../platform/follow.ts";
import type { Services } from "../platform/services.ts";
import type { Watcher } from "../platform/watcher.ts";
import { checkedBranch } from "../projects/create-project.ts";
import { getProject } from "../projects/get-project.ts";
import { readEvents } from "./log-store.ts";
import { findProblems, type StoredProblem } from "./problem-store.ts";
import { presentSummary, type ReadStatus } from "./read-status.ts";
import { getRollbackTarget } from "./roll-back.ts";
import { listUpdates } from "./store.ts";
import { triggerRollback, triggerUpdate } from "./trigger-update.ts";
import { isEnded } from "./update.ts";

interface UpdateRouteDeps extends Pick<Services, "clock" | "database" | "queue"> {
  readStatus: ReadStatus;
  watcher: Watcher;
  siteUrl(subdomain: string): string;
}

export function updateRoutes(deps: UpdateRouteDeps) {
  const { database, readStatus } = deps;
  return {
    getUpdateStatus: ({ principal, params }) => getStatus(readStatus, principal.organizationId, params.statusId),

    triggerUpdate: ({ principal, params, once }) =>
      once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        const update = await triggerUpdate(deps, tx, {
          project,
          source: sourceOf(principal),
          userId: principal.user?.id,
        });
        return { statusId: update.id };
      }),

    createPreview: ({ principal, params, body, once }) =>
      once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        const branch = checkedBranch(body.branch);
        const request = { project, source: sourceOf(principal), branch, userId: principal.user?.id };
        const update = await triggerUpdate(deps, tx, request);
        return { statusId: update.id, previewUrl: deps.siteUrl(update.subdomain) };
      }),

    rollBack: ({ principal, params, body, once }) =>
      once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        const earlier = await getRollbackTarget(tx, project, body.statusId);
        const update = await triggerRollback(deps, tx, project, earlier);
        return { statusId: update.id };
      }),

    listUpdates: async ({ principal, params, query }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const limit = query.limit ?? pageLimitDefault;
      const { items, nextCursor } = pageOf(await listUpdates(database.query, project.id, { ...query, limit }), limit);
      return { updates: items.map(presentSummary), nextCursor };
    },

    listUpdateProblems: async ({ principal, params }) => {
      await getStatus(readStatus, principal.organizationId, params.statusId);
      const problems = (await findProblems(database.query, params.statusId)) ?? [];
      const order = ["error", "warning", "note"];
      // New problems first: the latest change introduced them.
      const rank = ({ severity, isNew }: StoredProblem) => order.indexOf(severity) * 2 + (isNew === false ? 1 : 0);
      return { problems: problems.toSorted((one, other) => rank(one) - rank(other)) };
    },

    streamUpdateEvents: async ({ principal, params, lastEventId, signal }) => {
      const get = () => getStatus(readStatus, principal.organizationId, params.statusId);
      await get();
      const source = {
        read: (after: number) => readEvents(database.query, params.statusId, after),
        isOver: async () => isEnded((await get()).status),
      };
      return follow(deps.watcher, params.statusId, source, lastEventId, signal);
    },
  } satisfies Partial<Handlers<Operations>>;
}

function sourceOf({ user }: Principal): UpdateSource {
  return user === undefined || user.token !== undefined ? "api" : "dashboard";
}

function getStatus(readStatus: ReadStatus, organizationId: string, id: string): UpdateStatus | Promise<UpdateStatus> {
  const found = readStatus(organizationId, id);
  return found instanceof Promise ? found.then(orNotFound) : orNotFound(found);
}

function orNotFound(status: UpdateStatus | undefined): UpdateStatus {
  if (status === undefined) {
    throw new AppError("not_found", "Update not found; its status ID is in the reply to the call that triggered it.");
  }
  return status;
}
