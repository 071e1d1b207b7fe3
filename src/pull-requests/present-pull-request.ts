import type {
  PullRequestSummary,
  PullRequestComment as ShownComment,
  PullRequest as ShownPullRequest,
} from "../contract/pull-request-schemas.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Project } from "../projects/store.ts";
import type { PullRequestDetails } from "./describe-pull-request.ts";
import { type PullRequest, type PullRequestComment, pullRequestUrl } from "./pull-request.ts";

export function presentSummary(publicUrl: string, project: Project, pullRequest: PullRequest): PullRequestSummary {
  const { number, title, status, isDraft, head, base, author, labels, endedAt, endedBy } = pullRequest;
  return {
    number,
    title,
    status,
    draft: isDraft,
    head,
    base,
    author,
    labels,
    url: pullRequestUrl(publicUrl, project, number),
    createdAt: isoTime(pullRequest.createdAt),
    updatedAt: isoTime(pullRequest.updatedAt),
    endedAt: isoTimeOrNull(endedAt),
    endedBy,
  };
}

export function presentPullRequest(
  publicUrl: string,
  project: Project,
  pullRequest: PullRequest,
  { commits, diff, conflicts, statuses, comments, previewUrl, isCut }: PullRequestDetails,
): ShownPullRequest {
  const { body, headSha, baseSha, mergeSha } = pullRequest;
  return {
    ...presentSummary(publicUrl, project, pullRequest),
    body,
    headSha,
    baseSha,
    mergeSha,
    conflicts,
    previewUrl,
    statuses: statuses.map(({ context, state, description, url }) => ({ context, state, description, url })),
    commits: commits.map(({ sha, message, authorName, authoredAt }) => ({
      sha,
      message,
      authorName,
      authoredAt: isoTime(authoredAt),
    })),
    files: diff.files.map(({ path, previousPath, status, additions, deletions, patch }) => ({
      path,
      ...(previousPath === undefined ? {} : { previousPath }),
      status,
      additions,
      deletions,
      ...(patch === undefined ? {} : { patch }),
    })),
    comments: comments.map(presentComment),
    isCut,
  };
}

export function presentComment({ number, author, body, createdAt, updatedAt }: PullRequestComment): ShownComment {
  return { number, author, body, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
