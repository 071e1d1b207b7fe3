import { type Answer, api, readPages } from "./client.ts";
import { readQuery } from "./read-query.ts";

// The keys of pull requests nest: what is read about one is refetched with it.

export type PullRequest = Answer<"readPullRequest">;
export type PullRequestStatus = PullRequest["status"];
export const pullRequestsQuery = (projectId: string, status?: PullRequestStatus) =>
  readPages("listPullRequests", { projectId, limit: 20, status }, ["pulls", projectId, status]);
export const pullRequestQuery = (projectId: string, number: string) =>
  readQuery(["pull", projectId, number], (options) => api.readPullRequest({ projectId, number }, options));
