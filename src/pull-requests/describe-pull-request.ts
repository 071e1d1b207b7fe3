import { type Diff, diffCommits, diffFile, type FileChange, listChanges } from "../git/diff-commits.ts";
import { listCommits } from "../git/list-commits.ts";
import type { Commit } from "../git/read-commit.ts";
import { AppError } from "../platform/errors.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { previewSubdomain } from "../projects/sites/site-address.ts";
import { findSite } from "../projects/sites/store.ts";
import type { Project } from "../projects/store.ts";
import type { Caller } from "./caller.ts";
import { locateComments } from "./comment-places.ts";
import { listComments, listStatuses } from "./comment-store.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import { findConflicts, findContributors } from "./merge-pull-request.ts";
import { findMergeState, type MergeState } from "./merge-rules.ts";
import type { CommitStatus, PullRequest, PullRequestComment } from "./pull-request.ts";
import { listReviews, listViewedFiles, type StoredReview, type ViewedFile } from "./review-store.ts";

export interface DescribeDeps extends PullRequestDeps {
  siteUrl(subdomain: string): string;
}

interface PullRequestDetails extends MergeState {
  commits: Commit[];
  diff: Diff;
  conflicts: string[];
  statuses: CommitStatus[];
  comments: PullRequestComment[];
  /** The current lines of comments, by the number of the comment. */
  lines: ReadonlyMap<number, number>;
  reviews: StoredReview[];
  viewed: ViewedFile[];
  previewUrl: string | null;
  publishesTo: string | null;
  isCut: boolean;
}

export const commitsMax = 250;

interface DescribeRequest {
  caller: Caller;
  hasPatches: boolean;
  signal?: AbortSignal | undefined;
}

export async function describePullRequest(
  deps: DescribeDeps,
  project: Project,
  pullRequest: PullRequest,
  { caller, hasPatches, signal }: DescribeRequest,
): Promise<PullRequestDetails> {
  const repository = await openRepository(deps, project, signal);
  const { query } = deps.database;
  const { baseSha: from, headSha: to, status, base } = pullRequest;
  const use = boundedBy(signal);
  const [listed, diff, contributors, conflicts] = await Promise.all([
    listCommits(repository, { from, to, max: commitsMax, ...use }),
    (hasPatches ? diffCommits : listChanges)(repository, { from, to, ...use }),
    findContributors(deps, project, pullRequest, signal),
    status === "open" ? findConflicts(deps, project, pullRequest, signal) : [],
  ]);
  const comments = await listComments(query, pullRequest.id);
  const reviews = await listReviews(query, pullRequest.id);
  return {
    commits: listed.commits,
    diff,
    conflicts,
    statuses: await listStatuses(query, project.id, to),
    comments,
    lines: await locateComments(repository, comments, diff.files, use),
    reviews,
    viewed: await listViewedFiles(query, pullRequest.id, caller.id),
    ...findMergeState(project, pullRequest, reviews, contributors, caller),
    previewUrl: await findPreviewUrl(deps, project, pullRequest),
    publishesTo: base === project.branch ? deps.siteUrl(project.domain) : null,
    isCut: listed.isCut || diff.isCut,
  };
}

/** One changed file with its patch. */
export async function readChangedFile(
  deps: PullRequestDeps,
  project: Project,
  { baseSha: from, headSha: to }: Pick<PullRequest, "baseSha" | "headSha">,
  path: string,
  signal?: AbortSignal,
): Promise<FileChange> {
  const repository = await openRepository(deps, project, signal);
  const file = await diffFile(repository, { from, to, path, ...boundedBy(signal) });
  if (file === undefined) {
    throw new AppError("not_found", "The pull request doesn't change this file; it may have been updated. Reload it.");
  }
  return file;
}

async function findPreviewUrl(
  { database, siteUrl }: DescribeDeps,
  project: Project,
  { head }: PullRequest,
): Promise<string | null> {
  const subdomain = previewSubdomain(head, project.domain);
  const site = await findSite(database.query, subdomain);
  return site?.branch === head && head !== project.branch ? siteUrl(subdomain) : null;
}
