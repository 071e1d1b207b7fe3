import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { openPreview } from "../updates/act-on-push.ts";
import { boundedBy, hostedRepository, type PullRequestDeps } from "./hosted-repository.ts";
import { bodyLengthMax, labelLengthMax, labelsMax, type PullRequest, titleLengthMax } from "./pull-request.ts";
import { keepHead, seeBranches } from "./see-branches.ts";
import { insertPullRequest, isOpen, nextNumber } from "./store.ts";

export interface OpenRequest {
  head: string;
  base: string;
  title: string;
  body: string;
  labels?: readonly string[] | undefined;
  draft?: boolean | undefined;
  author: string;
}

/** Opens a pull request and makes a preview of its branch. A second one of the same branches is refused. */
export async function openPullRequest(
  deps: PullRequestDeps,
  project: Project,
  request: OpenRequest,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const { database, clock } = deps;
  const { head, base } = request;
  const title = checkedTitle(request.title);
  const body = checkedBody(request.body);
  const labels = checkedLabels(request.labels ?? []);
  const repository = hostedRepository(deps, project);
  const seen = await seeBranches(repository, request, boundedBy(signal));
  const { headSha, baseSha } = checkBranches(request, seen);
  const now = clock.now();
  const pullRequest = await database.transaction(async (tx) => {
    await lockProject(tx, project.id);
    await checkNotOpen(tx, { projectId: project.id, head, base });
    const opened: PullRequest = {
      id: newId("pul", clock),
      projectId: project.id,
      number: await nextNumber(tx, project.id),
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
      endedBy: null,
      createdAt: now,
      updatedAt: now,
      endedAt: null,
    };
    await insertPullRequest(tx, opened);
    await openPreview(deps, tx, { project, branch: head, source: "internal" });
    return opened;
  });
  await keepHead(repository, pullRequest.number, headSha, boundedBy(signal));
  return pullRequest;
}

/** The project is locked, so it stays so until the transaction ends. */
export async function checkNotOpen(
  tx: Connection,
  branches: Pick<PullRequest, "projectId" | "head" | "base">,
): Promise<void> {
  if (await isOpen(tx, branches)) {
    throw new AppError("bad_request", `A pull request for ${branches.head} into ${branches.base} is open already.`);
  }
}

export function checkedTitle(title: string): string {
  if (title.trim() === "" || title.length > titleLengthMax) {
    throw new AppError("bad_request", `The title of a pull request has 1 to ${titleLengthMax} characters.`);
  }
  return title.trim();
}

export function checkedBody(body: string): string {
  if (body.length > bodyLengthMax) {
    throw new AppError("bad_request", `The description of a pull request has at most ${bodyLengthMax} characters.`);
  }
  return body;
}

export function checkedLabels(labels: readonly string[]): string[] {
  if (labels.length > labelsMax || labels.some((label) => label.trim() === "" || label.length > labelLengthMax)) {
    throw new AppError(
      "bad_request",
      `A pull request has at most ${labelsMax} labels of 1 to ${labelLengthMax} characters.`,
    );
  }
  return [...new Set(labels)];
}

function checkBranches(
  { head, base }: OpenRequest,
  seen: Awaited<ReturnType<typeof seeBranches>>,
): { headSha: string; baseSha: string } {
  if (seen.head === undefined || seen.base === undefined) {
    const missing = seen.head === undefined ? head : base;
    throw new AppError("bad_request", `The repository has no branch ${missing}; push it first.`);
  }
  if (seen.parting === undefined) {
    throw new AppError("bad_request", `The branches ${head} and ${base} have no history in common.`);
  }
  if (seen.parting === seen.head) {
    throw new AppError("bad_request", `There are no commits in ${head} that ${base} does not have.`);
  }
  return { headSha: seen.head, baseSha: seen.parting };
}
