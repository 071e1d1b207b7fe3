import type { FileChange } from "../../git/diff-commits.ts";
import type { Commit } from "../../git/read-commit.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Project } from "../../projects/store.ts";
import type { StoredStatus } from "../comment-store.ts";
import type { PullRequest, PullRequestComment } from "../pull-request.ts";
import { pullRequestUrl } from "../pull-request-url.ts";

/** Repositories stand at `/git/{name}.git`, so this is what clients take for their owner. */
export const ownerName = "git";

// The number of a comment in its pull request has at most three digits.
const commentsPerPullRequest = 1_000;

type Json = Record<string, unknown>;

/** What GitHub's API shows, as far as clients of pull requests look. `url` is the public address of this server. */
export function presentUser(login: string): Json {
  return { login, id: 0, type: "User", site_admin: false };
}

export function presentRepository(url: string, project: Project, canWrite: boolean): Json {
  const name = project.hostedRepository ?? "";
  return {
    id: 0,
    node_id: project.id,
    name,
    full_name: `${ownerName}/${name}`,
    owner: presentUser(ownerName),
    private: true,
    fork: false,
    description: project.name,
    url: apiUrl(url, project),
    html_url: `${url}/git/${name}`,
    clone_url: project.repository,
    default_branch: project.branch,
    created_at: isoTime(project.createdAt),
    permissions: { admin: canWrite, push: canWrite, pull: true },
  };
}

export function presentPull(url: string, project: Project, pullRequest: PullRequest): Json {
  const { number, status, title, body, author, isDraft, labels, head, base, headSha, baseSha } = pullRequest;
  const self = `${apiUrl(url, project)}/pulls/${number}`;
  const endedAt = pullRequest.endedAt === null ? null : isoTime(pullRequest.endedAt);
  const page = pullRequestUrl(url, project, number);
  const side = (ref: string, sha: string) => ({
    label: `${ownerName}:${ref}`,
    ref,
    sha,
    user: presentUser(ownerName),
    repo: presentRepository(url, project, true),
  });
  return {
    id: number,
    node_id: pullRequest.id,
    number,
    state: status === "open" ? "open" : "closed",
    locked: false,
    title,
    body,
    user: presentUser(author),
    draft: isDraft,
    labels: labels.map((name, index) => ({ id: index, name, color: "6b7280", default: false })),
    head: side(head, headSha),
    base: side(base, baseSha),
    url: self,
    html_url: page,
    diff_url: `${self}.diff`,
    issue_url: `${apiUrl(url, project)}/issues/${number}`,
    commits_url: `${self}/commits`,
    comments_url: `${apiUrl(url, project)}/issues/${number}/comments`,
    statuses_url: `${apiUrl(url, project)}/statuses/${headSha}`,
    created_at: isoTime(pullRequest.createdAt),
    updated_at: isoTime(pullRequest.updatedAt),
    closed_at: endedAt,
    merged_at: status === "merged" ? endedAt : null,
    merge_commit_sha: pullRequest.mergeSha,
    author_association: "MEMBER",
  };
}

/** What is shown of one pull request, and not in a list. */
export function presentPullDetails(
  pullRequest: PullRequest,
  { commits, files, conflicts }: { commits: Commit[]; files: FileChange[]; conflicts: string[] },
): Json {
  const isOpen = pullRequest.status === "open";
  const sum = (name: "additions" | "deletions") => files.reduce((total, file) => total + file[name], 0);
  return {
    merged: pullRequest.status === "merged",
    merged_by: pullRequest.status === "merged" ? presentUser(pullRequest.endedBy ?? ownerName) : null,
    mergeable: isOpen ? conflicts.length === 0 : null,
    mergeable_state: isOpen ? mergeableState(pullRequest, conflicts) : "unknown",
    commits: commits.length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    changed_files: files.length,
  };
}

function mergeableState({ isDraft }: PullRequest, conflicts: readonly string[]): string {
  if (conflicts.length > 0) {
    return "dirty";
  }
  return isDraft ? "draft" : "clean";
}

export function presentFile(file: FileChange): Json {
  return {
    sha: file.blob,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}

export function presentCommit(url: string, project: Project, commit: Commit): Json {
  const author = { name: commit.authorName, email: commit.authorEmail, date: isoTime(commit.authoredAt) };
  return {
    sha: commit.sha,
    url: `${apiUrl(url, project)}/commits/${commit.sha}`,
    commit: { message: commit.message, author, committer: author },
    author: null,
    committer: null,
    parents: [],
  };
}

export function presentComment(pullNumber: number, comment: PullRequestComment): Json {
  return {
    id: pullNumber * commentsPerPullRequest + comment.number,
    body: comment.body,
    user: presentUser(comment.author),
    created_at: isoTime(comment.createdAt),
    updated_at: isoTime(comment.updatedAt),
  };
}

/** The pull request and the comment in it that an id stands for. */
export function commentPlace(id: number): { pullNumber: number; number: number } {
  return { pullNumber: Math.floor(id / commentsPerPullRequest), number: id % commentsPerPullRequest };
}

export function presentStatus(status: StoredStatus): Json {
  return {
    id: 0,
    state: status.state,
    context: status.context,
    description: status.description,
    target_url: status.url,
    updated_at: isoTime(status.updatedAt),
  };
}

/** Of several checks the worst counts, and of none nothing is known yet. */
export function combinedState(statuses: readonly StoredStatus[]): string {
  const states = statuses.map(({ state }) => state);
  if (states.includes("failure") || states.includes("error")) {
    return "failure";
  }
  return states.length > 0 && states.every((state) => state === "success") ? "success" : "pending";
}

export function presentRef(url: string, project: Project, branch: string, sha: string): Json {
  const ref = `refs/heads/${branch}`;
  return { ref, url: `${apiUrl(url, project)}/git/${ref}`, object: { type: "commit", sha } };
}

function apiUrl(url: string, project: Project): string {
  return `${url}/api/v3/repos/${ownerName}/${project.hostedRepository ?? ""}`;
}
