import type { pullRequestOperations, PullRequest as ShownPullRequest } from "../contract/pull-request-operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import { AppError } from "../platform/errors.ts";
import { getProject } from "../projects/get-project.ts";
import type { Project } from "../projects/store.ts";
import { type Caller, type CallerDeps, readCaller } from "./caller.ts";
import { changeComment, commentNotFound, deleteComment } from "./change-comment.ts";
import { changePullRequest } from "./change-pull-request.ts";
import { findPlace } from "./comment-places.ts";
import { commentPullRequest } from "./comment-pull-request.ts";
import { type DescribeDeps, describePullRequest } from "./describe-pull-request.ts";
import { closePullRequest } from "./end-pull-request.ts";
import { getOwnPullRequest, isNumber, type PullRequestParams } from "./get-own-pull-request.ts";
import { getPullRequest } from "./get-pull-request.ts";
import { mergePullRequest } from "./merge-pull-request.ts";
import { openPullRequest } from "./open-pull-request.ts";
import { presentComment, presentPullRequest, presentReview, presentSummary } from "./present-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { reviewPullRequest } from "./review-pull-request.ts";
import { listPullRequests } from "./store.ts";

interface PullRequestRouteDeps extends DescribeDeps, CallerDeps {
  /** The server's public address. */
  url: string;
}

export function pullRequestRoutes(deps: PullRequestRouteDeps): Handlers<typeof pullRequestOperations> {
  const { database, url } = deps;
  const callerOf = (principal: Principal) => readCaller(deps, principal);
  const show = async (
    project: Project,
    pullRequest: PullRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ShownPullRequest> => {
    const details = await describePullRequest(deps, project, pullRequest, { caller, hasPatches: true, signal });
    return presentPullRequest(url, project, pullRequest, details, caller);
  };
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
      const caller = await callerOf(principal);
      const by = { author: caller.name, authorId: caller.id, inTransaction: change };
      const request = { base: project.branch, body: "", ...body, ...by };
      return show(project, await openPullRequest(deps, project, request, signal), caller, signal);
    },

    getPullRequest: async ({ principal, params, signal }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      return show(project, pullRequest, await callerOf(principal), signal);
    },

    changePullRequest: async ({ principal, params, body, signal, change }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const caller = await callerOf(principal);
      const request = { ...body, by: caller.name, inTransaction: change };
      return show(project, await changePullRequest(deps, project, pullRequest, request), caller, signal);
    },

    commentPullRequest: async ({ principal, params, body, signal, once }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const caller = await callerOf(principal);
      if (body.place !== undefined && body.replyTo !== undefined) {
        throw new AppError("bad_request", "A reply can't have a place of its own; send either place or replyTo.");
      }
      const place = body.place && (await findPlace(deps, project, pullRequest, body.place, signal));
      const { number } = pullRequest;
      const comment = { ...body, number, place, author: caller.name, authorId: caller.id };
      return once(async (tx) => {
        const added = await commentPullRequest(deps, tx, project, comment);
        return presentComment(added, caller, added.place?.line);
      });
    },

    changePullRequestComment: async ({ principal, params, body, signal, change }) => {
      const { pullRequest, comment } = await getComment(deps, principal, params, signal);
      const caller = await callerOf(principal);
      const request = { ...body, number: comment };
      const changed = await change((tx) => changeComment(deps, tx, pullRequest, request, caller));
      return presentComment(changed, caller, changed.place?.line);
    },

    deletePullRequestComment: async ({ principal, params, signal, change }) => {
      const { pullRequest, comment } = await getComment(deps, principal, params, signal);
      const caller = await callerOf(principal);
      await change((tx) => deleteComment(deps, tx, pullRequest, comment, caller));
      return undefined;
    },

    reviewPullRequest: async ({ principal, params, body, signal, once, note }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const caller = await callerOf(principal);
      note({ verdict: body.verdict });
      const request = { ...body, number: pullRequest.number };
      return once(async (tx) => {
        const review = await reviewPullRequest(deps, tx, project, request, caller);
        return presentReview(review, review.sha, review.verdict !== "comment");
      });
    },

    mergePullRequest: async ({ principal, params, body, signal, change }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const caller = await callerOf(principal);
      const by = { by: caller.name, isAdmin: caller.isAdmin, inTransaction: change };
      const request = { ...body, number: pullRequest.number, ...by };
      return show(project, await mergePullRequest(deps, project, request, signal), caller, signal);
    },

    closePullRequest: async ({ principal, params, signal, change }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      if (pullRequest.status !== "open") {
        throw new AppError("conflict", `The pull request is already ${pullRequest.status}.`);
      }
      const caller = await callerOf(principal);
      await change((tx) => closePullRequest(deps, tx, project, pullRequest, caller.name));
      return show(project, await getPullRequest(deps, project, pullRequest.number), caller, signal);
    },
  };
}

async function getComment(
  deps: PullRequestRouteDeps,
  principal: Principal,
  params: PullRequestParams & { comment: string },
  signal: AbortSignal,
): Promise<{ pullRequest: PullRequest; comment: number }> {
  const { pullRequest } = await getOwnPullRequest(deps, principal, params, signal).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? new AppError("not_found", commentNotFound) : error;
  });
  if (!isNumber(params.comment)) {
    throw new AppError("not_found", commentNotFound);
  }
  return { pullRequest, comment: Number(params.comment) };
}
