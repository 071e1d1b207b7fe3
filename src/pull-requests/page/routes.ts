import type { pullRequestPageOperations } from "../../contract/pull-request-page-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import { type CallerDeps, readCaller } from "../caller.ts";
import { type DescribeDeps, describePullRequest, readChangedFile } from "../describe-pull-request.ts";
import { getOwnPullRequest } from "../get-own-pull-request.ts";
import { presentFile, presentPullRequest } from "../present-pull-request.ts";
import { listPushedBranches, proposePullRequest } from "../propose-pull-request.ts";
import type { RenderedDeps } from "../rendered/rendered-pages.ts";
import { putViewedFile, removeViewedFile } from "../review-store.ts";

// It brings the HTML parser and the templates, which a server at rest does without.
const loadRendered = () => import("../rendered/rendered-pages.ts");

interface PullRequestPageDeps extends DescribeDeps, RenderedDeps, CallerDeps {
  /** The server's public address. */
  url: string;
}

export function pullRequestPageRoutes(deps: PullRequestPageDeps): Handlers<typeof pullRequestPageOperations> {
  const { database, url } = deps;
  return {
    readPullRequest: async ({ principal, params, signal }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const caller = await readCaller(deps, principal);
      const details = await describePullRequest(deps, project, pullRequest, { caller, hasPatches: false, signal });
      return presentPullRequest(url, project, pullRequest, details, caller);
    },

    readPatch: async ({ principal, params, query, signal }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      return presentFile(await readChangedFile(deps, project, pullRequest, query.path, signal));
    },

    // Not in the audit log: viewed marks are personal notes, one per file.
    markFileViewed: async ({ principal, params, body: { path, blob, viewed }, signal }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const { id } = await readCaller(deps, principal);
      const file = await readChangedFile(deps, project, pullRequest, path, signal);
      if (file.blob !== blob) {
        throw new AppError("bad_request", "The file has changed since you viewed it; reload the page.");
      }
      await database.transaction((tx) =>
        viewed
          ? putViewedFile(tx, pullRequest.id, id, { path, blob }, deps.clock.now())
          : removeViewedFile(tx, pullRequest.id, id, path),
      );
      return undefined;
    },

    listRenderedPages: async ({ principal, params, query, signal }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const { listRenderedPages } = await loadRendered();
      return listRenderedPages(deps, project, pullRequest, query, signal);
    },

    readRenderedPage: async ({ principal, params, query, signal }) => {
      const { project, pullRequest } = await getOwnPullRequest(deps, principal, params, signal);
      const { renderPage } = await loadRendered();
      return renderPage(deps, project, pullRequest, query, signal);
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
