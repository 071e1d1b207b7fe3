import type {
  ChangedFile,
  PullRequestSummary,
  PullRequestComment as ShownComment,
  PullRequest as ShownPullRequest,
  PullRequestReview as ShownReview,
} from "../contract/pull-request-operations.ts";
import type { FileChange } from "../git/diff-commits.ts";
import type { Commit } from "../git/read-commit.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Project } from "../projects/store.ts";
import type { Caller } from "./caller.ts";
import { type DescribeDeps, describePullRequest } from "./describe-pull-request.ts";
import type { CountedReview } from "./merge-rules.ts";
import {
  type CommentPlace,
  type PullRequest,
  type PullRequestComment,
  type PullRequestRequest,
  type PullRequestReview,
  pullRequestUrl,
} from "./pull-request.ts";

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

/** A pull request with everything that its page shows, for one caller. */
export async function showPullRequest(
  deps: DescribeDeps & { url: string },
  { project, pullRequest, signal }: Omit<PullRequestRequest, "signal"> & { signal?: AbortSignal },
  caller: Caller,
  hasPatches: boolean,
): Promise<ShownPullRequest> {
  const details = await describePullRequest(deps, project, pullRequest, { caller, hasPatches, signal });
  const { body, headSha, baseSha, mergeSha } = pullRequest;
  const { comments, reviews, lines, viewed } = details;
  const versions = new Map(viewed.map(({ path, blob }) => [path, blob]));
  return {
    ...presentSummary(deps.url, project, pullRequest),
    body,
    headSha,
    baseSha,
    mergeSha,
    conflicts: details.conflicts,
    previewUrl: details.previewUrl,
    statuses: details.statuses.map(({ context, state, description, url }) => ({ context, state, description, url })),
    commits: details.commits.map(presentCommit),
    files: details.diff.files.map((file) => ({
      ...presentFile(file),
      isViewed: file.blob !== undefined && versions.get(file.path) === file.blob,
    })),
    comments: withoutDeleted(comments).map((comment) => presentComment(comment, caller, lines.get(comment.number))),
    reviews: reviews.map((review) => presentReview(review, headSha, details.verdicts)),
    isOwn: pullRequest.authorId === caller.id,
    approvals: details.approvals,
    requiredApprovals: details.requiredApprovals,
    blockers: details.blockers,
    publishesTo: details.publishesTo,
    isCut: details.isCut,
  };
}

export function presentCommit({ sha, message, authorName, authoredAt }: Commit): ShownPullRequest["commits"][number] {
  return { sha, message, authorName, authoredAt: isoTime(authoredAt) };
}

export function presentFile(file: FileChange): ChangedFile {
  const { path, previousPath, status, similarity, additions, deletions, blob, patch } = file;
  return {
    path,
    ...(previousPath === undefined ? {} : { previousPath }),
    status,
    ...(similarity === undefined ? {} : { similarity }),
    additions,
    deletions,
    ...(blob === undefined ? {} : { blob }),
    ...(patch === undefined ? {} : { patch }),
  };
}

/** `line` is the current line of the comment; undefined if that line has changed since. */
export function presentComment(comment: PullRequestComment, caller: Caller, line: number | undefined): ShownComment {
  const { number, author, authorId, body, place, replyTo, resolvedAt, resolvedBy, deletedAt } = comment;
  return {
    number,
    author,
    isOwn: authorId === caller.id,
    body,
    isDeleted: deletedAt !== null,
    ...(replyTo === null ? {} : { replyTo }),
    ...(place === null ? {} : { place: presentPlace(place, line) }),
    resolvedAt: isoTimeOrNull(resolvedAt),
    resolvedBy,
    createdAt: isoTime(comment.createdAt),
    updatedAt: isoTime(comment.updatedAt),
  };
}

function presentPlace({ blob: _blob, ...place }: CommentPlace, line: number | undefined) {
  return { ...place, line: line ?? place.line, isOutdated: line === undefined };
}

export function presentReview(
  { number, author, verdict, body, sha, createdAt }: PullRequestReview,
  headSha: string,
  verdicts: readonly CountedReview[],
): ShownReview {
  const current = verdicts.find((each) => each.number === number);
  return {
    number,
    author,
    verdict,
    body,
    sha,
    isCurrent: current !== undefined,
    isOutdated: sha !== headSha,
    ...(current?.ignoredBecause === undefined ? {} : { ignoredBecause: current.ignoredBecause }),
    createdAt: isoTime(createdAt),
  };
}

/** A deleted comment is only shown if someone has replied to it. */
function withoutDeleted(comments: readonly PullRequestComment[]): PullRequestComment[] {
  const answered = new Set(comments.flatMap(({ replyTo, deletedAt }) => (deletedAt === null ? (replyTo ?? []) : [])));
  return comments.filter(({ number, deletedAt }) => deletedAt === null || answered.has(number));
}
