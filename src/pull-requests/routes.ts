import type { pullRequestOperations } from "../contract/pull-request-operations.ts";
import type { PullRequest as ShownPullRequest } from "../contract/pull-request-schemas.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import { AppError } from "../platform/errors.ts";
import { getProject } from "../projects/get-project.ts";
import { findProject, type Project } from "../projects/store.ts";
import { type DescribeDeps, describePullRequest } from "./describe-pull-request.ts";
import { closePullRequest, type InTransaction } from "./end-pull-request.ts";
import { mergePullRequest } from "./merge-pull-request.ts";
import { presentPullRequest, presentSummary } from "./present-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { seePullRequest } from "./see-pull-request.ts";
import { listPullRequests } from "./store.ts";

export interface PullRequestRouteDeps extends DescribeDeps {
  /** The public address of this server. */
  url: string;
  /** Who a key stands for, as people know them. */
  nameOf(keyId: string): Promise<string>;
}

export function pullRequestRoutes(deps: PullRequestRouteDeps): Handlers<typeof pullRequestOperations> {
  const { database, url } = deps;
  const show = async (project: Project, pullRequest: PullRequest, signal: AbortSignal): Promise<ShownPullRequest> =>
    presentPullRequest(url, project, pullRequest, await describePullRequest(deps, project, pullRequest, signal));
  const callerName = async ({ user, keyId }: Principal): Promise<string> => user?.name ?? deps.nameOf(keyId);
  return {
    listPullRequests: async ({ principal, params, query }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const limit = query.limit ?? pageLimitDefault;
      const found = await listPullRequests(database.query, project.id, { ...query, limit });
      const { items, nextCursor } = pageOf(found, limit);
      return { pullRequests: items.map((each) => presentSummary(url, project, each)), nextCursor };
    },

    getPullRequest: async ({ principal, params, signal }) => {
      const { project, pullRequest } = await getOwn(deps, principal.organizationId, params, signal);
      return show(project, pullRequest, signal);
    },

    mergePullRequest: async ({ principal, params, body, signal, change }) => {
      const { project, pullRequest } = await getOwn(deps, principal.organizationId, params, signal);
      const by = await callerName(principal);
      const request = { ...body, number: pullRequest.number, by, inTransaction: change };
      return show(project, await mergePullRequest(deps, project, request, signal), signal);
    },

    closePullRequest: async ({ principal, params, signal, change }) => {
      const { project, pullRequest } = await getOwn(deps, principal.organizationId, params, signal);
      if (pullRequest.status !== "open") {
        throw new AppError("conflict", `The pull request is ${pullRequest.status} already.`);
      }
      const by = await callerName(principal);
      const inTransaction: InTransaction = change;
      await inTransaction((tx) => closePullRequest(deps, tx, project, pullRequest, by));
      return show(project, await seePullRequest(deps, project, pullRequest.number), signal);
    },
  };
}

/** A project of another organization, a number that was not given out: one cannot be told from the other. */
async function getOwn(
  deps: PullRequestRouteDeps,
  organizationId: string,
  { projectId, number }: { projectId: string; number: string },
  signal: AbortSignal,
): Promise<{ project: Project; pullRequest: PullRequest }> {
  const project = await findProject(deps.database.query, organizationId, projectId);
  if (project === undefined || !/^[1-9]\d{0,9}$/.test(number)) {
    throw new AppError("not_found", "There is no such pull request in this project.");
  }
  return { project, pullRequest: await seePullRequest(deps, project, Number(number), signal) };
}
