import type { pullRequestPageOperations } from "../../contract/pull-request-page-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import { type CallerDeps, readCaller } from "../caller.ts";
import { type DescribeDeps, readChangedFile } from "../describe-pull-request.ts";
import { getOwnPullRequest } from "../get-pull-request.ts";
import { presentFile, showPullRequest } from "../present-pull-request.ts";
import { listPushedBranches, proposePullRequest } from "../propose-pull-request.ts";
import { listRenderedPages, type RenderedDeps, renderPage } from "../rendered/rendered-pages.ts";
import { putViewedFile, removeViewedFile } from "../review-store.ts";

interface PullRequestPageDeps extends DescribeDeps, RenderedDeps, CallerDeps {
  /** The server's public address. */
  url: string;
}

export function pullRequestPageRoutes(deps: PullRequestPageDeps): Handlers<typeof pullRequestPageOperations> {
  const { database } = deps;
  return {
    readPullRequest: async (call) => {
      const request = await getOwnPullRequest(deps, call);
      return showPullRequest(deps, request, await readCaller(deps, call.principal), false);
    },

    readPatch: async (call) => {
      const { project, pullRequest, signal } = await getOwnPullRequest(deps, call);
      return presentFile(await readChangedFile(deps, project, pullRequest, call.query.path, signal));
    },

    // This isn't in the audit log, because marks of viewed files are personal notes.
    markFileViewed: async (call) => {
      const { project, pullRequest, signal } = await getOwnPullRequest(deps, call);
      const { path, blob, viewed } = call.body;
      const { id } = await readCaller(deps, call.principal);
      const file = await readChangedFile(deps, project, pullRequest, path, signal);
      if (file.blob !== blob) {
        throw new AppError("bad_request", "The file has changed since you viewed it; reload the page.");
      }
      await database.transaction((tx) =>
        viewed
          ? putViewedFile(tx, pullRequest.id, id, { path, blob }, deps.clock.now())
          : removeViewedFile(tx, pullRequest.id, id, path),
      );
    },

    listRenderedPages: async (call) => {
      const request = await getOwnPullRequest(deps, call);
      return listRenderedPages(deps, request, call.query);
    },

    readRenderedPage: async (call) => {
      const request = await getOwnPullRequest(deps, call);
      return renderPage(deps, request, call.query);
    },

    listBranches: async ({ principal, params, signal }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      return listPushedBranches(deps, project, signal);
    },

    compareBranches: async ({ principal, params, query, signal }) => {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      return proposePullRequest(deps, project, query, signal);
    },
  };
}
