import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { actOnPush, openPreview, removePreview } from "../updates/act-on-push.ts";
import { toPushedCommit } from "../updates/update.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { checkNotOpen, recordPullRequestEvent } from "./open-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { findPullRequest, movePullRequest } from "./store.ts";

/**
 * Marks a pull request as merged, publishes the base and removes the preview. Returns false if the pull request wasn't
 * open.
 */
export async function recordMerge(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  pullRequest: PullRequest,
  { sha, by }: { sha: string; by: string | null },
): Promise<boolean> {
  const now = deps.clock.now();
  if (!(await movePullRequest(tx, pullRequest.id, { status: "merged", by, mergeSha: sha, now }))) {
    return false;
  }
  await recordPullRequestEvent(deps, tx, pullRequest, { status: "merged", endedBy: by });
  const merged = { project, branch: pullRequest.base, source: "internal", trigger: "merge", author: null } as const;
  await actOnPush(deps, tx, { ...merged, pushed: toPushedCommit({ sha }) });
  await removePreview(deps, tx, project, pullRequest.head);
  return true;
}

/** Closes a pull request without merging it. If it has ended, a person is refused, and Lectern itself does nothing. */
export async function closePullRequest(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  pullRequest: PullRequest,
  by: string | null,
): Promise<void> {
  if (await movePullRequest(tx, pullRequest.id, { status: "closed", by, now: deps.clock.now() })) {
    await recordPullRequestEvent(deps, tx, pullRequest, { status: "closed", endedBy: by });
    await removePreview(deps, tx, project, pullRequest.head);
  } else if (by !== null) {
    const ended = await findPullRequest(tx, project.id, pullRequest.number);
    throw new AppError("conflict", `The pull request is already ${ended?.status}.`);
  }
}

/** Reopens a closed pull request, unless another pull request for the same branches is open. */
export async function reopenPullRequest(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  pullRequest: PullRequest,
): Promise<void> {
  await lockProject(tx, project.id);
  await checkNotOpen(tx, pullRequest);
  if (!(await movePullRequest(tx, pullRequest.id, { status: "open", by: null, now: deps.clock.now() }))) {
    throw new AppError("bad_request", `The pull request is ${pullRequest.status}; it can't be reopened.`);
  }
  await recordPullRequestEvent(deps, tx, pullRequest, { status: "open", endedBy: null });
  await openPreview(deps, tx, { project, branch: pullRequest.head, source: "internal", trigger: "preview" });
}
