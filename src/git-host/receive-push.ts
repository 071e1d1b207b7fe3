import { isBranchName } from "../git/branch-name.ts";
import { findCommit } from "../git/branches.ts";
import type { RefMove } from "../git/refs.ts";
import { defaultRepositoryLimits as limits } from "../git/repository.ts";
import { updateBranch } from "../git/update-branch.ts";
import type { Transaction } from "../platform/db/database.ts";
import { changeRepository } from "../projects/repositories/change-repository.ts";
import type { Project } from "../projects/store.ts";
import { followPush } from "../pull-requests/get-pull-request.ts";
import type { PullRequestDeps } from "../pull-requests/hosted-repository.ts";
import { actOnPush, openPreview, removePreview } from "../updates/act-on-push.ts";

const branchPrefix = "refs/heads/";
/** A push of a whole repository shouldn't create a preview for each of its branches. */
const previewsPerPushMax = 3;

/** Triggers updates and previews, in the transaction that makes a push visible. */
export async function recordPush(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  moves: readonly RefMove[],
  { opensPreviews = true } = {},
): Promise<void> {
  let previews = 0;
  for (const { branch, from, to } of movedBranches(moves)) {
    const pushed = { project, branch, source: "internal" } as const;
    if (to === undefined) {
      await removePreview(deps, tx, project, branch);
    } else if (from === undefined && branch !== project.branch && opensPreviews && previews < previewsPerPushMax) {
      previews += 1;
      await openPreview(deps, tx, pushed);
    } else {
      await actOnPush(deps, tx, { ...pushed, author: null });
    }
  }
}

/** Brings pull requests in line with the moved branches. If this doesn't happen, the next look at one does it. */
export async function followMoves(
  deps: PullRequestDeps,
  project: Project,
  moves: readonly RefMove[],
  signal?: AbortSignal,
): Promise<void> {
  for (const { branch } of movedBranches(moves)) {
    await followPush(deps, project, branch, signal);
  }
}

interface BranchMove {
  branch: string;
  from: string | undefined;
  to: string;
}

/** A push from inside: moves a branch to a commit of the local copy. Safe to repeat. Throws RefsMoved like any change. */
export async function pushHosted(
  deps: PullRequestDeps,
  project: Project,
  move: BranchMove,
  signal: AbortSignal,
): Promise<void> {
  let moved: readonly RefMove[] = [];
  await changeRepository(deps, project, {
    async work(scratch) {
      if ((await findCommit(scratch, branchPrefix + move.branch, { limits, signal })) !== move.to) {
        await updateBranch(scratch, { ...move, limits, signal });
      }
    },
    async record(tx, moves) {
      moved = moves;
      await recordPush(deps, tx, project, moves, { opensPreviews: false });
    },
    signal,
  });
  await followMoves(deps, project, moved, signal);
}

function movedBranches(moves: readonly RefMove[]) {
  return moves
    .filter(({ ref }) => ref.startsWith(branchPrefix) && isBranchName(ref.slice(branchPrefix.length)))
    .map(({ ref, from, to }) => ({ branch: ref.slice(branchPrefix.length), from, to }));
}
