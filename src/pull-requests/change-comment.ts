import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Caller } from "./caller.ts";
import { checkCommentBody } from "./comment-pull-request.ts";
import { findComment, updateComment } from "./comment-store.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest, PullRequestComment } from "./pull-request.ts";

/** Also used for a missing pull request, so that both errors look the same. */
export const commentNotFound = "Comment not found in this project.";

interface CommentChangeRequest {
  number: number;
  body?: string | undefined;
  /** Allowed only for the first comment of a thread. */
  resolved?: boolean | undefined;
}

/** Only the author can change a comment's text. Everyone who can comment can resolve and reopen a thread. */
export async function changeComment(
  { clock }: Pick<PullRequestDeps, "clock">,
  tx: Transaction,
  pullRequest: PullRequest,
  { number, body, resolved }: CommentChangeRequest,
  caller: Caller,
): Promise<PullRequestComment> {
  let comment = await getComment(tx, pullRequest, number);
  const now = clock.now();
  if (body !== undefined) {
    checkCommentBody(body);
    if (comment.authorId !== caller.id) {
      throw new AppError("forbidden", "Only the author of a comment can edit it.");
    }
    comment = found(await updateComment(tx, pullRequest.id, number, { body, updatedAt: now }, now));
  }
  if (resolved !== undefined && resolved !== (comment.resolvedAt !== null)) {
    if (comment.replyTo !== null) {
      throw new AppError("bad_request", `A reply can't be resolved; resolve comment ${comment.replyTo} instead.`);
    }
    const change = resolved ? { resolvedAt: now, resolvedBy: caller.name } : { resolvedAt: null, resolvedBy: null };
    comment = found(await updateComment(tx, pullRequest.id, number, change, now));
  }
  return comment;
}

/**
 * Authors can delete their own comments, and admins can delete any comment. Everyone can delete Lectern's own comments.
 * Replies stay.
 */
export async function deleteComment(
  { clock }: Pick<PullRequestDeps, "clock">,
  tx: Transaction,
  pullRequest: PullRequest,
  number: number,
  caller: Caller,
): Promise<void> {
  const comment = await getComment(tx, pullRequest, number);
  if (comment.authorId !== null && comment.authorId !== caller.id && !caller.isAdmin) {
    throw new AppError("forbidden", "Only the author of a comment and admins can delete it.");
  }
  const now = clock.now();
  // The row stays for the replies, but its text is removed.
  const change = { body: "", lineText: null, deletedAt: now };
  found(await updateComment(tx, pullRequest.id, number, change, now));
}

async function getComment(tx: Transaction, { id }: PullRequest, number: number): Promise<PullRequestComment> {
  return found(await findComment(tx, id, number));
}

function found(comment: PullRequestComment | undefined): PullRequestComment {
  if (comment === undefined) {
    throw new AppError("not_found", commentNotFound);
  }
  return comment;
}
