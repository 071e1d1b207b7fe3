import { bodyLengthMax } from "../contract/pull-request-schemas.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { findLastCommentNumber, putComment } from "./comment-store.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { commentsMax, type PullRequestComment } from "./pull-request.ts";
import { findPullRequest } from "./store.ts";

interface CommentRequest {
  number: number;
  /** Replaces the earlier comment with the same key; without a key, every call adds a comment. */
  key?: string | undefined;
  body: string;
  author: string;
}

export async function commentPullRequest(
  { clock }: Pick<PullRequestDeps, "clock">,
  tx: Transaction,
  project: Project,
  { number, key, body, author }: CommentRequest,
): Promise<PullRequestComment> {
  if (body.trim() === "" || body.length > bodyLengthMax) {
    throw new AppError("bad_request", `A comment must have 1 to ${bodyLengthMax} characters.`);
  }
  await lockProject(tx, project.id);
  const pullRequest = await findPullRequest(tx, project.id, number);
  if (pullRequest === undefined) {
    throw new AppError("not_found", "Pull request not found in this project.");
  }
  const last = await findLastCommentNumber(tx, pullRequest.id);
  if (last >= commentsMax) {
    throw new AppError("bad_request", `A pull request can have at most ${commentsMax} comments.`);
  }
  const now = clock.now();
  return putComment(tx, pullRequest.id, {
    number: last + 1,
    key: key ?? null,
    author,
    body,
    createdAt: now,
    updatedAt: now,
  });
}
