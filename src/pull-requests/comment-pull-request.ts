import { bodyLengthMax } from "../contract/pull-request-operations.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { findComment, findLastCommentNumber, putComment } from "./comment-store.ts";
import { lockPullRequest } from "./get-pull-request.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { type CommentPlace, commentsMax, type PullRequestComment } from "./pull-request.ts";

interface CommentRequest {
  number: number;
  /** The comment replaces the earlier comment with the same key. Without a key, every call adds a comment. */
  key?: string | undefined;
  body: string;
  author: string;
  authorId?: string | undefined;
  /** The line that the comment is about. */
  place?: CommentPlace | undefined;
  /** The number of any comment in the thread. */
  replyTo?: number | undefined;
}

export async function commentPullRequest(
  { clock }: Pick<PullRequestDeps, "clock">,
  tx: Transaction,
  project: Project,
  { number, key, body, author, authorId, place, replyTo }: CommentRequest,
): Promise<PullRequestComment> {
  checkCommentBody(body);
  const pullRequest = await lockPullRequest(tx, project, number);
  const last = await findLastCommentNumber(tx, pullRequest.id);
  if (last >= commentsMax) {
    throw new AppError("bad_request", `A pull request can have at most ${commentsMax} comments.`);
  }
  const now = clock.now();
  return putComment(tx, pullRequest.id, {
    number: last + 1,
    key: key ?? null,
    author,
    authorId: authorId ?? null,
    body,
    place: place ?? null,
    replyTo: replyTo === undefined ? null : await findThread(tx, pullRequest.id, replyTo),
    createdAt: now,
    updatedAt: now,
  });
}

export function checkCommentBody(body: string): void {
  if (body.trim() === "" || body.length > bodyLengthMax) {
    throw new AppError("bad_request", `A comment must have 1 to ${bodyLengthMax} characters.`);
  }
}

/** The number of the comment that started the thread. */
async function findThread(tx: Transaction, pullRequestId: string, number: number): Promise<number> {
  const comment = await findComment(tx, pullRequestId, number);
  if (comment === undefined) {
    throw new AppError("bad_request", `You can't reply to comment ${number} because it doesn't exist.`);
  }
  return comment.replyTo ?? comment.number;
}
