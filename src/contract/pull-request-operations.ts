import Type from "typebox";
import { id, projectId } from "./ids.ts";
import type { Operation } from "./operation.ts";
import { NewMerge, PullRequest, PullRequestPage, PullRequestQuery } from "./pull-request-schemas.ts";

const number = id("The number of the pull request in its project.");

/** Pull requests of the built-in git host. Those of other hosts are read and merged there. */
export const pullRequestOperations = {
  listPullRequests: {
    method: "GET",
    path: "/v1/project/pull-requests/{projectId}",
    summary: "List pull requests",
    about: "Lists those of a project, newest first.",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: PullRequestQuery,
    reply: { status: 200, schema: PullRequestPage },
  },
  getPullRequest: {
    method: "GET",
    path: "/v1/project/pull-requests/{projectId}/{number}",
    summary: "Get a pull request",
    about: "Returns it with its commits and its diff.",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId, number }),
    reply: { status: 200, schema: PullRequest },
  },
  mergePullRequest: {
    method: "POST",
    path: "/v1/project/pull-requests/{projectId}/{number}/merge",
    summary: "Merge a pull request",
    about: "Merges it into its base, which is then published.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId, number }),
    body: NewMerge,
    reply: { status: 200, schema: PullRequest },
    hasStates: true,
  },
  closePullRequest: {
    method: "POST",
    path: "/v1/project/pull-requests/{projectId}/{number}/close",
    summary: "Close a pull request",
    about: "Closes it without merging it.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId, number }),
    reply: { status: 200, schema: PullRequest },
    hasStates: true,
  },
} as const satisfies Record<string, Operation>;
