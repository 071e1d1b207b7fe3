import type { pullRequestOperations } from "../contract/pull-request-operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { getProject } from "../projects/get-project.ts";
import type { Project } from "../projects/store.ts";
import { type Caller, type CallerDeps, readCaller } from "./caller.ts";
import { changeComment, commentNotFound, deleteComment } from "./change-comment.ts";
import { changePullRequest } from "./change-pull-request.ts";
import { findPlace } from "./comment-places.ts";
import { commentPullRequest } from "./comment-pull-request.ts";
import type { DescribeDeps } from "./describe-pull-request.ts";
import { closePullRequest } from "./end-pull-request.ts";
import { getOwnPullRequest, getPullRequest, isNumber, type PullRequestCall } from "./get-pull-request.ts";
import { findContributors, mergePullRequest } from "./merge-pull-request.ts";
import { findMergeState } from "./merge-rules.ts";
import { openPullRequest } from "./open-pull-request.ts";
import { presentComment, presentReview, presentSummary, showPullRequest } from "./present-pull-request.ts";
import type { PullRequest, PullRequestComment } from "./pull-request.ts";
import { reviewPullRequest } from "./review-pull-request.ts";
import { listReviews } from "./review-store.ts";
import { listPullRequests } from "./store.ts";

interface PullRequestRouteDeps extends DescribeDeps, CallerDeps {
  /** The server's public address. */
  url: string;
  /** Passes comments and reviews to the agent, in the transaction that adds them. */
  onComment?(
    tx: Transaction,
    project: Project,
    pullRequest: PullRequest,
    comment: NewRemark,
    by: Caller,
  ): Promise<void>;
}

/** A comment, or the text of a review, which has its own numbers. */
type NewRemark = Pick<PullRequestComment, "number" | "body" | "place" | "replyTo"> & { isReview?: true };

export function pullRequestRoutes(deps: PullRequestRouteDeps): Handlers<typeof pullRequestOperations> {
  const { database, url } = deps;
  const callerOf = (principal: Principal) => readCaller(deps, principal);
  const read = async (call: PullRequestCall & { principal: Principal }) => {
    const request = await getOwnPullRequest(deps, call);
    return { ...request, caller: await callerOf(call.principal) };
  };
  const show = (project: Project, pullRequest: PullRequest, caller: Caller, signal: AbortSignal) =>
    showPullRequest(deps, { project, pullRequest, signal }, caller, true);
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

    getPullRequest: async (call) => {
      const { project, pullRequest, caller, signal } = await read(call);
      return show(project, pullRequest, caller, signal);
    },

    changePullRequest: async (call) => {
      const { project, pullRequest, caller, signal } = await read(call);
      const request = { ...call.body, by: caller.name, inTransaction: call.change };
      return show(project, await changePullRequest(deps, project, pullRequest, request), caller, signal);
    },

    commentPullRequest: async (call) => {
      const { caller, ...request } = await read(call);
      const { body } = call;
      if (body.place !== undefined && body.replyTo !== undefined) {
        throw new AppError("bad_request", "A reply can't have a place of its own; send either place or replyTo.");
      }
      const place = body.place && (await findPlace(deps, request, body.place));
      const { number } = request.pullRequest;
      const comment = { ...body, number, place, author: caller.name, authorId: caller.id };
      return call.once(async (tx) => {
        const added = await commentPullRequest(deps, tx, request.project, comment);
        await deps.onComment?.(tx, request.project, request.pullRequest, added, caller);
        return presentComment(added, caller, added.place?.line);
      });
    },

    changePullRequestComment: async (call) => {
      const { pullRequest, comment } = await getComment(deps, call);
      const caller = await callerOf(call.principal);
      const request = { ...call.body, number: comment };
      const changed = await call.change((tx) => changeComment(deps, tx, pullRequest, request, caller));
      return presentComment(changed, caller, changed.place?.line);
    },

    deletePullRequestComment: async (call) => {
      const { pullRequest, comment } = await getComment(deps, call);
      const caller = await callerOf(call.principal);
      await call.change((tx) => deleteComment(deps, tx, pullRequest, comment, caller));
    },

    reviewPullRequest: async (call) => {
      const { project, pullRequest, caller, signal } = await read(call);
      const contributors = await findContributors(deps, project, pullRequest, signal);
      call.note({ verdict: call.body.verdict });
      const request = { ...call.body, number: pullRequest.number };
      return call.once(async (tx) => {
        const review = await reviewPullRequest(deps, tx, project, request, caller);
        const remark = {
          number: review.number,
          body: review.body,
          place: null,
          replyTo: null,
          isReview: true,
        } as const;
        await deps.onComment?.(tx, project, pullRequest, remark, caller);
        const reviews = await listReviews(tx, pullRequest.id);
        const { verdicts } = findMergeState(project, pullRequest, reviews, contributors, caller);
        return presentReview(review, pullRequest.headSha, verdicts);
      });
    },

    mergePullRequest: async (call) => {
      const { project, pullRequest, caller, signal } = await read(call);
      const by = { by: caller.name, isAdmin: caller.isAdmin, inTransaction: call.change };
      const request = { ...call.body, number: pullRequest.number, ...by };
      return show(project, await mergePullRequest(deps, project, request, signal), caller, signal);
    },

    closePullRequest: async (call) => {
      const { project, pullRequest, caller, signal } = await read(call);
      if (pullRequest.status !== "open") {
        throw new AppError("conflict", `The pull request is already ${pullRequest.status}.`);
      }
      await call.change((tx) => closePullRequest(deps, tx, project, pullRequest, caller.name));
      return show(project, await getPullRequest(deps, project, pullRequest.number), caller, signal);
    },
  };
}

async function getComment(
  deps: PullRequestRouteDeps,
  call: PullRequestCall & { params: { comment: string } },
): Promise<{ pullRequest: PullRequest; comment: number }> {
  const { pullRequest } = await getOwnPullRequest(deps, call).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? new AppError("not_found", commentNotFound) : error;
  });
  if (!isNumber(call.params.comment)) {
    throw new AppError("not_found", commentNotFound);
  }
  return { pullRequest, comment: Number(call.params.comment) };
}
