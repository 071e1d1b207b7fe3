import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { closePullRequest, type InTransaction, reopenPullRequest } from "./end-pull-request.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { checkedBody, checkedLabels, checkedTitle } from "./open-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { seePullRequest } from "./see-pull-request.ts";
import { updatePullRequest } from "./store.ts";

export interface PullRequestEdit {
  title?: string | undefined;
  body?: string | undefined;
  isDraft?: boolean | undefined;
  labels?: readonly string[] | undefined;
  state?: "open" | "closed" | undefined;
  by: string;
  inTransaction?: InTransaction | undefined;
}

/** Changes what its author may change, all of it or nothing. */
export async function editPullRequest(
  deps: PullRequestDeps,
  project: Project,
  pullRequest: PullRequest,
  {
    title,
    body,
    isDraft,
    labels,
    state,
    by,
    inTransaction = (work) => deps.database.transaction(work),
  }: PullRequestEdit,
): Promise<PullRequest> {
  const change = {
    ...(title === undefined ? {} : { title: checkedTitle(title) }),
    ...(body === undefined ? {} : { body: checkedBody(body) }),
    ...(isDraft === undefined ? {} : { isDraft }),
    ...(labels === undefined ? {} : { labels: checkedLabels(labels) }),
  };
  if (state === "closed" && pullRequest.status === "merged") {
    throw new AppError("bad_request", "The pull request is merged, so it cannot be closed.");
  }
  await inTransaction(async (tx) => {
    if (Object.keys(change).length > 0) {
      await updatePullRequest(tx, pullRequest.id, change, deps.clock.now());
    }
    if (state === "closed" && pullRequest.status !== "closed") {
      await closePullRequest(deps, tx, project, pullRequest, by);
    }
    if (state === "open" && pullRequest.status !== "open") {
      await reopenPullRequest(deps, tx, project, pullRequest);
    }
  });
  return seePullRequest(deps, project, pullRequest.number);
}
