import { type EventDeps, recordEvent } from "../activity/events/record-event.ts";
import { bodyLengthMax, titleLengthMax } from "../contract/pull-request-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { InTransaction } from "../projects/repositories/change-repository.ts";
import { lockRepository } from "../projects/repositories/move-refs.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { openPreview } from "../updates/act-on-push.ts";
import { type ComparedBranches, compareBranches, keepHead } from "./compare-branches.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import { labelLengthMax, labelsMax, type PullRequest } from "./pull-request.ts";
import { insertPullRequest, isOpen, nextNumber } from "./store.ts";

export interface WantedPullRequest {
  /** The branch with the change. It must have been pushed. */
  head: string;
  /** The branch to merge into. */
  base: string;
  title: string;
  /** Markdown. */
  body: string;
  labels?: readonly string[] | undefined;
  draft?: boolean | undefined;
}

interface OpenRequest extends WantedPullRequest {
  author: string;
  authorId?: string | undefined;
  inTransaction?: InTransaction | undefined;
}

/** Opens a pull request and publishes a preview. Fails if the same branches already have an open pull request. */
export async function openPullRequest(
  deps: PullRequestDeps,
  project: Project,
  request: OpenRequest,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const { database, clock } = deps;
  const { head, base, inTransaction = (work) => database.transaction(work) } = request;
  const title = checkedTitle(request.title);
  const body = checkedBody(request.body);
  const labels = checkedLabels(request.labels ?? []);
  const repository = await openRepository(deps, project, signal);
  const compared = await compareBranches(repository, request, boundedBy(signal));
  const { headSha, baseSha } = checkBranches(request, compared);
  const now = clock.now();
  const pullRequest: PullRequest = {
    id: newId("pul", clock),
    projectId: project.id,
    number: 0,
    status: "open",
    title,
    body,
    head,
    base,
    headSha,
    baseSha,
    mergeSha: null,
    isDraft: request.draft ?? false,
    labels,
    author: request.author,
    authorId: request.authorId ?? null,
    endedBy: null,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
  };
  await inTransaction(async (tx) => {
    await lockRepository(tx, repository);
    await lockProject(tx, project.id);
    await checkNotOpen(tx, pullRequest);
    pullRequest.number = await nextNumber(tx, project.id);
    await insertPullRequest(tx, pullRequest);
    await keepHead(tx, pullRequest);
    await recordPullRequestEvent(deps, tx, pullRequest, pullRequest);
    await openPreview(deps, tx, { project, branch: head, source: "internal", trigger: "preview" });
  });
  return pullRequest;
}

/**
 * Throws if a pull request for these branches is open. The caller has locked the project, so the result holds until the
 * transaction ends.
 */
export async function checkNotOpen(
  tx: Connection,
  branches: Pick<PullRequest, "projectId" | "head" | "base">,
): Promise<void> {
  if (await isOpen(tx, branches)) {
    throw new AppError("bad_request", `A pull request from ${branches.head} into ${branches.base} is already open.`);
  }
}

export function checkedTitle(title: string): string {
  if (title.trim() === "" || title.length > titleLengthMax) {
    throw new AppError("bad_request", `The title must have 1 to ${titleLengthMax} characters.`);
  }
  return title.trim();
}

export function checkedBody(body: string): string {
  if (body.length > bodyLengthMax) {
    throw new AppError("bad_request", `The description can have at most ${bodyLengthMax} characters.`);
  }
  return body;
}

function checkedLabels(labels: readonly string[]): string[] {
  if (labels.length > labelsMax || labels.some((label) => label.trim() === "" || label.length > labelLengthMax)) {
    throw new AppError(
      "bad_request",
      `A pull request can have at most ${labelsMax} labels of 1 to ${labelLengthMax} characters each.`,
    );
  }
  return [...new Set(labels)];
}

export function checkBranches(
  { head, base }: Pick<OpenRequest, "head" | "base">,
  compared: ComparedBranches,
): { headSha: string; baseSha: string } {
  if (compared.head === undefined || compared.base === undefined) {
    const missing = compared.head === undefined ? head : base;
    throw new AppError("bad_request", `The repository has no branch ${missing}; push it first.`);
  }
  if (compared.mergeBase === undefined) {
    throw new AppError("bad_request", `The branches ${head} and ${base} share no history.`);
  }
  if (compared.mergeBase === compared.head) {
    throw new AppError("bad_request", `${head} has no commits that ${base} doesn't have.`);
  }
  return { headSha: compared.head, baseSha: compared.mergeBase };
}

const types = { open: "pull_request.opened", merged: "pull_request.merged", closed: "pull_request.closed" } as const;

/** Reports that a pull request of the built-in host was opened or ended, in the same transaction. */
export async function recordPullRequestEvent(
  deps: EventDeps,
  tx: Connection,
  { projectId, number, title, head, base, author }: PullRequest,
  { status, endedBy }: Pick<PullRequest, "status" | "endedBy">,
): Promise<void> {
  const pullRequest = { number, title, status, head, base, author, endedBy, host: "lectern" as const };
  await recordEvent(deps, tx, {
    type: types[status],
    projectId,
    subject: String(number),
    data: { pullRequest: { ...pullRequest, url: null } },
  });
}
