import { findCommit, findMergeBase, findTree } from "../../git/branches.ts";
import { commitWork } from "../../git/commit-work.ts";
import { GitError } from "../../git/git-error.ts";
import { commitTree } from "../../git/merge-commits.ts";
import { readCommit } from "../../git/read-commit.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../../git/repository.ts";
import type { CommitToPush } from "../../git-host/push-commit.ts";
import { AppError } from "../../platform/errors.ts";
import { findTip, type SourceLocation } from "../../projects/source/find-tip.ts";
import type { DraftFile, EditorDraft } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { type CommitRequest, commitMessage } from "./publish-draft.ts";
import { treeChanges } from "./tree-changes.ts";

interface ReviewCommitRequest extends CommitRequest {
  repository: Repository;
  location: SourceLocation;
  files: readonly DraftFile[];
}

/**
 * Makes a commit that brings the draft's branch up to date with the draft: the branch's first commit, or one on top of
 * its last. If the draft has moved to a newer base since then, that base becomes a second parent. If the branch already
 * has the same files, no commit is made.
 */
export async function createReviewCommit(deps: EditorDeps, request: ReviewCommitRequest): Promise<CommitToPush> {
  const { project, draft, person, files, repository, location, signal } = request;
  const use = { limits, signal };
  const at = deps.clock.now();
  const message = commitMessage(request);
  const from = await findBranch(location, draft.branch, signal);
  const first = await commitWork(
    repository,
    {
      parent: draft.baseSha,
      changes: treeChanges(deps, files, signal),
      directory: project.directory,
      author: person,
      message,
      at,
    },
    signal,
  );
  const { branch } = draft;
  if (from === undefined) {
    return { branch, from, to: first };
  }
  const tree = await findTree(repository, first, use);
  if (tree === undefined || tree === (await findTree(repository, from, use))) {
    return { branch, from, to: from };
  }
  await checkOwn(repository, draft, from, signal);
  const isOnBase = (await findMergeBase(repository, from, draft.baseSha, use)) === draft.baseSha;
  const parents = isOnBase ? [from] : [from, draft.baseSha];
  return { branch, from, to: await commitTree(repository, { tree, parents, author: person, message, at, ...use }) };
}

async function findBranch(location: SourceLocation, branch: string, signal: AbortSignal): Promise<string | undefined> {
  if (location.kind === "hosted") {
    return findCommit({ gitDir: location.gitDir }, `refs/heads/${branch}`, { limits, signal });
  }
  try {
    return (await findTip({ location, branch, signal })).sha;
  } catch (error) {
    if (error instanceof GitError && error.kind === "not-found") return undefined;
    throw error;
  }
}

/**
 * Throws if someone else pushed to the branch. The editor never overwrites other people's commits and can't show them.
 */
async function checkOwn(repository: Repository, draft: EditorDraft, tip: string, signal: AbortSignal): Promise<void> {
  if (tip === draft.headSha) return;
  // The commit was recorded before its push, and the push may have failed.
  const use = { limits, signal };
  const noted = draft.headSha !== null && (await findCommit(repository, draft.headSha, use)) !== undefined;
  if (noted && draft.headSha !== null) {
    const [parent] = (await readCommit(repository, draft.headSha, use)).parents;
    if (parent === tip) return;
  }
  throw new AppError(
    "conflict",
    "Someone changed this pull request outside of the editor, which doesn't overwrite that; continue on the pull request, or start a new draft.",
  );
}
