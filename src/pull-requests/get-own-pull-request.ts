import { AppError } from "../platform/errors.ts";
import { findProject, type Project } from "../projects/store.ts";
import { getPullRequest } from "./get-pull-request.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest } from "./pull-request.ts";

export interface PullRequestParams {
  projectId: string;
  number: string;
}

/** Another organization's project and an unused number give the same error. */
export async function getOwnPullRequest(
  deps: PullRequestDeps,
  { organizationId }: { organizationId: string },
  { projectId, number }: PullRequestParams,
  signal: AbortSignal,
): Promise<{ project: Project; pullRequest: PullRequest }> {
  const project = await findProject(deps.database.query, organizationId, projectId);
  if (project === undefined || !isNumber(number)) {
    throw new AppError("not_found", "Pull request not found in this project.");
  }
  return { project, pullRequest: await getPullRequest(deps, project, Number(number), signal) };
}

/** Small enough for an integer column of either database. */
export function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}
