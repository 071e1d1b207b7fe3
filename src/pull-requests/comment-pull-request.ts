import { AppError } from "../platform/errors.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { countComments, putComment } from "./comment-store.ts";
import type { PullRequestDeps } from "./hosted-repository.ts";
import { bodyLengthMax, commentsMax, type PullRequestComment } from "./pull-request.ts";
import { findPullRequest } from "./store.ts";

export interface CommentRequest {
  number: number;
  /** A comment of the same key is replaced; without one it stands for itself. */
  key?: string | undefined;
  body: string;
  author: string;
}

export async function commentPullRequest(
  { database, clock }: PullRequestDeps,
  project: Project,
  { number, key, body, author }: CommentRequest,
): Promise<PullRequestComment> {
  const text = checkedComment(body);
  return database.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const pullRequest = await findPullRequest(tx, project.id, number);
    if (pullRequest === undefined) {
      throw new AppError("not_found", "There is no such pull request in this project.");
    }
    const count = await countComments(tx, pullRequest.id);
    if (count >= commentsMax) {
      throw new AppError("bad_request", `A pull request has at most ${commentsMax} comments.`);
    }
    const now = clock.now();
    return putComment(tx, pullRequest.id, {
      number: count + 1,
      key: key ?? null,
      author,
      body: text,
      createdAt: now,
      updatedAt: now,
    });
  });
}

export function checkedComment(body: string): string {
  if (body.trim() === "" || body.length > bodyLengthMax) {
    throw new AppError("bad_request", `A comment has 1 to ${bodyLengthMax} characters.`);
  }
  return body;
}
