import { useQueryClient } from "@tanstack/react-query";
import { type Answer, allOf, api } from "../api/client.ts";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { readQuery } from "../api/read-query.ts";
import { useProject } from "../shell/current-project.ts";

export type PullFile = PullRequest["files"][number];
export type PullComment = PullRequest["comments"][number];
export type RenderedPages = Answer<"listRenderedPages">;

/** The patch of one file. The patch between two commits never changes. */
export const patchQuery = (projectId: string, { number, baseSha, headSha }: PullRequest, path: string) =>
  readQuery(
    ["patch", projectId, String(number), baseSha, headSha, path],
    (options) => api.readPatch({ projectId, number: String(number), path }, options),
    { staleTime: Number.POSITIVE_INFINITY },
  );

/** Refetched together with the pull request, because the key starts with the pull request's key. */
export const renderedPagesQuery = (projectId: string, number: string, path?: string) =>
  readQuery(["pull", projectId, number, "pages", path ?? "all"], (options) =>
    api.listRenderedPages({ projectId, number, ...(path !== undefined && { path }) }, options),
  );

/** Refetched together with the list of pull requests. */
export const branchesQuery = (projectId: string) =>
  readQuery(["pulls", projectId, "branches"], (options) => api.listBranches({ projectId }, options));

export const comparisonQuery = (projectId: string, head: string, base: string | undefined, path?: string) =>
  readQuery(["pulls", projectId, "compare", head, base ?? "", path ?? ""], (options) =>
    api.compareBranches(
      { projectId, head, ...(base !== undefined && { base }), ...(path !== undefined && { path }) },
      options,
    ),
  );

/** The parameters that operations on the pull request need, and a function that refetches it after a change. */
export function usePullCalls({ number }: PullRequest) {
  const { project } = useProject();
  const queries = useQueryClient();
  const params = { projectId: project.id, number: String(number) };
  const query = { ...pullRequestQuery(params.projectId, params.number), exact: true };
  /** The name under which the tab keeps an unsent comment for this place. */
  const keptAs = (place: string) => `${params.projectId} ${number} ${place}`;
  return { params, keptAs, refresh: () => queries.invalidateQueries(query) };
}

/** Shows the server's reply immediately and refetches the lists that it affects. */
export function useShowChange({ number }: PullRequest): (next: PullRequest) => void {
  const { project } = useProject();
  const queries = useQueryClient();
  return (next) => {
    queries.setQueryData(pullRequestQuery(project.id, String(number)).queryKey, next);
    void queries.invalidateQueries({ queryKey: ["pulls", project.id] });
    void queries.invalidateQueries(allOf("listUpdates", { projectId: project.id }));
  };
}

/** The branch that a merge changes, in words for people who don't use git. */
export const nameOfBase = ({ base, publishesTo }: PullRequest) => (publishesTo === null ? base : "the published docs");

/** The props that all comment forms of a pull request share. */
export const pullCommentForm = { hint: "Markdown is supported.", charactersMax: 65_536 };

/** The element ID of a file's diff on the page of a pull request. */
export function fileId(path: string): string {
  return `file-${path}`;
}
