import { AppError } from "../platform/errors.ts";
import type { InTransaction } from "../projects/repositories/change-repository.ts";
import type { Project } from "../projects/store.ts";
import { closePullRequest, reopenPullRequest } from "./end-pull-request.ts";
import { getPullRequest } from "./get-pull-request.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { checkedBody, checkedTitle } from "./open-pull-request.ts";
import { nextStatuses, type PullRequest } from "./pull-request.ts";
import { updatePullRequest } from "./store.ts";

interface PullRequestChange {
  title?: string | undefined;
  body?: string | undefined;
  draft?: boolean | undefined;
  status?: "open" | "closed" | undefined;
  by: string;
  inTransaction: InTransaction;
}

/** Applies either all of the changes or none of them. */
export async function changePullRequest(
  deps: PullRequestDeps,
  project: Project,
  pullRequest: PullRequest,
  { title, body, draft: isDraft, status, by, inTransaction }: PullRequestChange,
): Promise<PullRequest> {
  const change = {
    ...(title === undefined ? {} : { title: checkedTitle(title) }),
    ...(body === undefined ? {} : { body: checkedBody(body) }),
    ...(isDraft === undefined ? {} : { isDraft }),
  };
  if (status !== undefined && !nextStatuses[pullRequest.status].includes(status)) {
    throw new AppError("conflict", `The pull request is already ${pullRequest.status}.`);
  }
  await inTransaction(async (tx) => {
    if (Object.keys(change).length > 0) {
      await updatePullRequest(tx, pullRequest.id, change, deps.clock.now());
    }
    if (status === "closed") {
      await closePullRequest(deps, tx, project, pullRequest, by);
    }
    if (status === "open") {
      await reopenPullRequest(deps, tx, project, pullRequest);
    }
  });
  return getPullRequest(deps, project, pullRequest.number);
}
