import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { actOnPush, openPreview, removePreview } from "../updates/act-on-push.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { checkNotOpen } from "./open-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { movePullRequest } from "./store.ts";

export interface MergeOutcome {
  /** The commit that took it into the base. */
  sha: string;
  by: string | null;
}

/** Runs the work in a transaction, with whatever else belongs there: an entry in the audit log. */
export type InTransaction = (work: (tx: Transaction) => Promise<void>) => Promise<void>;

/** It is in the base now: the base is published and the preview goes, all in one transaction. Answers whether it was open. */
export async function recordMerge(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  pullRequest: PullRequest,
  { sha, by }: MergeOutcome,
): Promise<boolean> {
  const now = deps.clock.now();
  if (!(await movePullRequest(tx, pullRequest.id, { status: "merged", by, mergeSha: sha, now }))) {
    return false;
  }
  await actOnPush(deps, tx, { project, branch: pullRequest.base, source: "internal", author: null });
  await removePreview(deps, tx, project, pullRequest.head);
  return true;
}

/** Closes it without taking it in. Closing a closed one changes nothing. */
export async function closePullRequest(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  pullRequest: PullRequest,
  by: string | null,
): Promise<void> {
  if (await movePullRequest(tx, pullRequest.id, { status: "closed", by, now: deps.clock.now() })) {
    await removePreview(deps, tx, project, pullRequest.head);
  } else if (pullRequest.status === "merged") {
    throw new AppError("conflict", "The pull request is merged, so it cannot be closed.");
  }
}

/** Opens a closed one again, if none of the same branches was opened since. */
export async function reopenPullRequest(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  pullRequest: PullRequest,
): Promise<void> {
  await lockProject(tx, project.id);
  await checkNotOpen(tx, pullRequest);
  if (!(await movePullRequest(tx, pullRequest.id, { status: "open", by: null, now: deps.clock.now() }))) {
    throw new AppError("bad_request", `The pull request is ${pullRequest.status}, so it cannot be opened again.`);
  }
  await openPreview(deps, tx, { project, branch: pullRequest.head, source: "internal" });
}
