import { findMergeBase } from "../git/branches.ts";
import { branchPrefix, type Refs, readRefs } from "../git/refs.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { lockRepository, RefsMoved } from "../projects/repositories/move-refs.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { findProject, lockProject, type Project } from "../projects/store.ts";
import { compareBranches, keepHead } from "./compare-branches.ts";
import { closePullRequest, recordMerge } from "./end-pull-request.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest, PullRequestRequest } from "./pull-request.ts";
import { findPullRequest, listOpenByProject, updatePullRequest } from "./store.ts";

// The largest number that an integer column of either database can hold.
const numberMax = 2_147_483_647;
/** How many pull requests a push updates. Others are updated the next time they are read. */
const followedMax = 10;

interface PullRequestParams {
  projectId: string;
  number: string;
}

/** The part of a call that identifies the pull request. */
export interface PullRequestCall {
  principal: { organizationId: string };
  params: PullRequestParams;
  signal: AbortSignal;
}

/** Gets a pull request. Another organization's project and an unused number give the same error. */
export async function getOwnPullRequest(
  deps: PullRequestDeps,
  { principal: { organizationId }, params: { projectId, number }, signal }: PullRequestCall,
): Promise<PullRequestRequest> {
  const project = await findProject(deps.database.query, organizationId, projectId);
  if (project === undefined || !isNumber(number)) {
    throw notFound();
  }
  return { project, pullRequest: await getPullRequest(deps, project, Number(number), signal), signal };
}

/** Whether the text is a number that fits into an integer column of either database. */
export function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

/** Reads a pull request after updating it to match its branches. */
export async function getPullRequest(
  deps: PullRequestDeps,
  project: Project,
  number: number,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const stored = await getStored(deps.database.query, project, number);
  if (stored.status !== "open") {
    return stored;
  }
  await followBranches(deps, project, stored, signal);
  return getStored(deps.database.query, project, number);
}

/**
 * After a push, updates the open pull requests that it changes, merges or closes. Finding them starts git twice, however
 * many are open, because each start of a process holds up the server.
 */
export async function followPush(
  deps: PullRequestDeps,
  project: Project,
  branches: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const moved = new Set(branches);
  const listed = await listOpenByProject(deps.database.query, project.id);
  const open = listed.filter(({ head, base }) => moved.has(head) || moved.has(base));
  if (open.length === 0) return;
  const repository = await openRepository(deps, project, signal);
  const use = boundedBy(signal);
  const tips = await readRefs(repository, use, [branchPrefix]);
  const tipOf = (branch: string) => tips.get(branchPrefix + branch);
  const bases = new Set(open.flatMap(({ base }) => (moved.has(base) && tipOf(base)) || []));
  const intoBases = [...bases].map((sha) => `--merged=${sha}`);
  const merged: Refs = bases.size === 0 ? new Map() : await readRefs(repository, use, [...intoBases, branchPrefix]);
  const isChanged = ({ head, headSha, base }: (typeof open)[number]) =>
    tipOf(head) !== headSha || tipOf(base) === undefined || merged.has(branchPrefix + head);
  for (const { number } of open.filter(isChanged).slice(0, followedMax)) {
    await followBranches(deps, project, await getStored(deps.database.query, project, number), signal);
  }
}

/**
 * Updates an open pull request to match its branches. It is marked as merged if the base already contains its head, no
 * matter how the commits got there, and as closed if one of its branches no longer exists.
 */
async function followBranches(
  deps: PullRequestDeps,
  project: Project,
  pullRequest: PullRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const repository = await openRepository(deps, project, signal);
  const use = boundedBy(signal);
  const { head, base, mergeBase } = await compareBranches(repository, pullRequest, use);
  if (base !== undefined && (head === undefined || head === mergeBase)) {
    // The branch no longer exists or has no commits of its own, so it was either merged or abandoned.
    const { headSha } = pullRequest;
    if ((await findMergeBase(repository, headSha, base, use)) === headSha) {
      await deps.database.transaction((tx) => recordMerge(deps, tx, project, pullRequest, { sha: base, by: null }));
      return;
    }
  }
  if (head === undefined || mergeBase === undefined || head === mergeBase) {
    await deps.database.transaction((tx) => closePullRequest(deps, tx, project, pullRequest, null));
    return;
  }
  if (head !== pullRequest.headSha || mergeBase !== pullRequest.baseSha) {
    const change = { headSha: head, baseSha: mergeBase };
    await deps.database
      .transaction(async (tx) => {
        await lockRepository(tx, repository);
        await keepHead(tx, { ...pullRequest, ...change });
        await updatePullRequest(tx, pullRequest.id, change, deps.clock.now());
      })
      .catch((error: unknown) => {
        // The repository is busy with maintenance; the next read updates the pull request.
        if (!(error instanceof RefsMoved)) throw error;
      });
  }
}

/**
 * Reads a pull request as it is stored, and locks it: until the transaction ends, nobody else can comment on it, review
 * or merge it.
 */
export async function lockPullRequest(tx: Transaction, project: Project, number: number): Promise<PullRequest> {
  await lockProject(tx, project.id);
  return getStored(tx, project, number);
}

async function getStored(connection: Connection, project: Project, number: number): Promise<PullRequest> {
  const pullRequest = number <= numberMax ? await findPullRequest(connection, project.id, number) : undefined;
  if (pullRequest === undefined) {
    throw notFound();
  }
  return pullRequest;
}

function notFound(): AppError {
  return new AppError("not_found", "Pull request not found in this project.");
}
