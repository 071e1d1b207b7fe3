import type { pullRequestOperations } from "../contract/pull-request-operations.ts";
import type { PullRequest as ShownPullRequest } from "../contract/pull-request-schemas.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import { AppError } from "../platform/errors.ts";
import { getProject } from "../projects/get-project.ts";
import { findProject, type Project } from "../projects/store.ts";
import { changePullRequest } from "./change-pull-request.ts";
import { commentPullRequest } from "./comment-pull-request.ts";
import { type DescribeDeps, describePullRequest } from "./describe-pull-request.ts";
import { closePullRequest } from "./end-pull-request.ts";
import { getPullRequest } from "./get-pull-request.ts";
import { mergePullRequest } from "./merge-pull-request.ts";
import { openPullRequest } from "./open-pull-request.ts";
import { presentComment, presentPullRequest, presentSummary } from "./present-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { listPullRequests } from "./store.ts";

export interface PullRequestRouteDeps extends DescribeDeps {
  /** The server's public address. */
  url: string;
  /** The display name of a key. */
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

    openPullRequest: async ({ principal, params, body, signal, change }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const author = await callerName(principal);
      const request = { base: project.branch, body: "", ...body, author, inTransaction: change };
      return show(project, await openPullRequest(deps, project, request, signal), signal);
    },

    getPullRequest: async ({ principal, params, signal }) => {
      const { project, pullRequest } = await getOwn(deps, principal, params, signal);
      return show(project, pullRequest, signal);
    },

    changePullRequest: async ({ principal, params, body, signal, change }) => {
      const { project, pullRequest } = await getOwn(deps, principal, params, signal);
      const request = { ...body, by: await callerName(principal), inTransaction: change };
      return show(project, await changePullRequest(deps, project, pullRequest, request), signal);
    },

    commentPullRequest: async ({ principal, params, body, signal, once }) => {
      const { project, pullRequest } = await getOwn(deps, principal, params, signal);
      const comment = { number: pullRequest.number, body: body.body, author: await callerName(principal) };
      return once(async (tx) => presentComment(await commentPullRequest(deps, tx, project, comment)));
    },

    mergePullRequest: async ({ principal, params, body, signal, change }) => {
      const { project, pullRequest } = await getOwn(deps, principal, params, signal);
      const by = await callerName(principal);
      const request = { ...body, number: pullRequest.number, by, inTransaction: change };
      return show(project, await mergePullRequest(deps, project, request, signal), signal);
    },

    closePullRequest: async ({ principal, params, signal, change }) => {
      const { project, pullRequest } = await getOwn(deps, principal, params, signal);
      if (pullRequest.status !== "open") {
        throw new AppError("conflict", `The pull request is already ${pullRequest.status}.`);
      }
      const by = await callerName(principal);
      await change((tx) => closePullRequest(deps, tx, project, pullRequest, by));
      return show(project, await getPullRequest(deps, project, pullRequest.number), signal);
    },
  };
}

/** Another organization's project and an unused number give the same error. */
async function getOwn(
  deps: PullRequestRouteDeps,
  { organizationId }: Principal,
  { projectId, number }: { projectId: string; number: string },
  signal: AbortSignal,
): Promise<{ project: Project; pullRequest: PullRequest }> {
  const project = await findProject(deps.database.query, organizationId, projectId);
  if (project === undefined || !/^[1-9]\d{0,9}$/.test(number)) {
    throw new AppError("not_found", "Pull request not found in this project.");
  }
  return { project, pullRequest: await getPullRequest(deps, project, Number(number), signal) };
}
