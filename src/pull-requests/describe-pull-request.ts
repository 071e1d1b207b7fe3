import { type Diff, diffCommits } from "../git/diff-commits.ts";
import { listCommits } from "../git/list-commits.ts";
import type { Commit } from "../git/read-commit.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { previewSubdomain } from "../projects/sites/site-address.ts";
import { findSite } from "../projects/sites/store.ts";
import type { Project } from "../projects/store.ts";
import { listComments, listStatuses } from "./comment-store.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import { findConflicts } from "./merge-pull-request.ts";
import type { CommitStatus, PullRequest, PullRequestComment } from "./pull-request.ts";

export interface DescribeDeps extends PullRequestDeps {
  siteUrl(subdomain: string): string;
}

export interface PullRequestDetails {
  commits: Commit[];
  diff: Diff;
  conflicts: string[];
  statuses: CommitStatus[];
  comments: PullRequestComment[];
  previewUrl: string | null;
  isCut: boolean;
}

const commitsMax = 250;

export async function describePullRequest(
  deps: DescribeDeps,
  project: Project,
  pullRequest: PullRequest,
  signal?: AbortSignal,
): Promise<PullRequestDetails> {
  const repository = await openRepository(deps, project, signal);
  const { baseSha: from, headSha: to, status } = pullRequest;
  const use = boundedBy(signal);
  const [listed, diff, conflicts] = await Promise.all([
    listCommits(repository, { from, to, max: commitsMax, ...use }),
    diffCommits(repository, { from, to, ...use }),
    status === "open" ? findConflicts(deps, project, pullRequest, signal) : [],
  ]);
  return {
    commits: listed.commits,
    diff,
    conflicts,
    statuses: await listStatuses(deps.database.query, project.id, to),
    comments: await listComments(deps.database.query, pullRequest.id),
    previewUrl: await findPreviewUrl(deps, project, pullRequest),
    isCut: listed.isCut || diff.isCut,
  };
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
