import { bodyLengthMax } from "../contract/pull-request-operations.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import type { Caller } from "./caller.ts";
import { lockPullRequest } from "./get-pull-request.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { type PullRequestReview, reviewsMax, type Verdict } from "./pull-request.ts";
import { insertReview, listReviews } from "./review-store.ts";

interface ReviewRequest {
  number: number;
  verdict: Verdict;
  body?: string | undefined;
  /** The head that was reviewed. Defaults to the current head. */
  sha?: string | undefined;
}

export async function reviewPullRequest(
  { clock }: Pick<PullRequestDeps, "clock">,
  tx: Transaction,
  project: Project,
  { number, verdict, body = "", sha }: ReviewRequest,
  caller: Caller,
): Promise<PullRequestReview> {
  if (body.length > bodyLengthMax) {
    throw new AppError("bad_request", `The text of a review can have at most ${bodyLengthMax} characters.`);
  }
  if (verdict !== "approve" && body.trim() === "") {
    throw new AppError("bad_request", "A review that doesn't approve needs a text.");
  }
  if (verdict !== "comment" && !caller.isPerson) {
    throw new AppError(
      "forbidden",
      "An API key can't approve or request changes; sign in, or use a personal access token.",
    );
  }
  const pullRequest = await lockPullRequest(tx, project, number);
  if (pullRequest.status !== "open") {
    throw new AppError("conflict", `The pull request is already ${pullRequest.status}.`);
  }
  if (sha !== undefined && sha !== pullRequest.headSha) {
    throw new AppError("conflict", "There are newer changes than those you reviewed. Review them first.");
  }
  if (verdict !== "comment" && pullRequest.authorId === caller.id) {
    throw new AppError("forbidden", "You opened this pull request, so someone else has to review it.");
  }
  const last = (await listReviews(tx, pullRequest.id)).at(-1)?.number ?? 0;
  if (last >= reviewsMax) {
    throw new AppError("bad_request", `A pull request can have at most ${reviewsMax} reviews.`);
  }
  const review: PullRequestReview = {
    number: last + 1,
    authorId: caller.id,
    author: caller.name,
    verdict,
    body,
    sha: pullRequest.headSha,
    createdAt: clock.now(),
  };
  await insertReview(tx, pullRequest.id, review);
  return review;
}
