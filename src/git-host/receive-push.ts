import { isBranchName } from "../git/branch-name.ts";
import { branchPrefix, type RefMove, updateBranch } from "../git/refs.ts";
import { defaultRepositoryLimits as limits } from "../git/repository.ts";
import type { Transaction } from "../platform/db/database.ts";
import { changeRepository, type InTransaction } from "../projects/repositories/change-repository.ts";
import { subdomainOf } from "../projects/sites/site-address.ts";
import type { Project } from "../projects/store.ts";
import { recordContributors } from "../pull-requests/contributor-store.ts";
import { followPush } from "../pull-requests/get-pull-request.ts";
import type { PullRequestDeps } from "../pull-requests/hosted-repository.ts";
import { actOnPush, type PushAnswer, removePreview } from "../updates/act-on-push.ts";
import { type Author, toPushedCommit } from "../updates/update.ts";
import type { CommitToPush } from "./push-commit.ts";

/**
 * The limit of previews per push, so that pushing a whole repository doesn't create a preview for each of its branches.
 */
const previewsPerPushMax = 3;

interface RecordOptions {
  opensPreviews?: boolean;
  trigger?: "push" | "editor" | undefined;
  /** The person who pushed, if any; otherwise the update shows the author of the commit. */
  author?: Author | null;
  /** The IDs of the users whose change it is. Defaults to the person who pushed. */
  people?: readonly string[] | undefined;
}

export interface TriggeredUpdate {
  id: string;
  branch: string;
  /** The commit that was pushed. */
  sha: string;
  subdomain: string;
}

/** The updates that a push triggers, and sentences about branches that the push doesn't update. */
export interface PushRecord {
  triggered: TriggeredUpdate[];
  ignored: string[];
}

/** Triggers updates and previews, in the transaction that makes a push visible. */
export async function recordPush(
  deps: PullRequestDeps,
  tx: Transaction,
  project: Project,
  { moves, commits }: { moves: readonly RefMove[]; commits: readonly string[] },
  {
    opensPreviews = true,
    trigger = "push",
    author = null,
    people = author?.userId ? [author.userId] : [],
  }: RecordOptions = {},
): Promise<PushRecord> {
  const triggered: TriggeredUpdate[] = [];
  const ignored: string[] = [];
  const note = (branch: string, sha: string, answer: PushAnswer) => {
    if ("ignored" in answer) {
      ignored.push(answer.ignored);
      return;
    }
    const subdomain = subdomainOf(project, branch);
    triggered.push({ id: answer.statusId, branch, sha, subdomain });
  };
  await recordContributors(tx, project.id, commits, people);
  let created = 0;
  const branches = movedBranches(moves);
  if (branches.length === 0 && moves.length > 0) ignored.push("Nothing to update: sites are only built from branches.");
  for (const { branch, from, to } of branches) {
    const about = { project, branch, source: "internal", trigger, author } as const;
    const pushed = { ...about, pushed: toPushedCommit({ sha: to, from }) };
    if (to === undefined) {
      note(branch, "", await removePreview(deps, tx, project, branch));
    } else {
      if (from === undefined && branch !== project.branch) created += 1;
      const opensPreview = opensPreviews && from === undefined && created <= previewsPerPushMax;
      note(branch, to, await actOnPush(deps, tx, pushed, { opensPreview }));
    }
  }
  return { triggered, ignored };
}

/** Updates the pull requests of the moved branches. If this fails, they are updated the next time they are read. */
export async function followMoves(
  deps: PullRequestDeps,
  project: Project,
  moves: readonly RefMove[],
  signal?: AbortSignal,
): Promise<void> {
  const branches = movedBranches(moves).map(({ branch }) => branch);
  await followPush(deps, project, branches, signal);
}

export interface InsidePush {
  /** The person who made the change. */
  author?: Author | null;
  people?: RecordOptions["people"];
  trigger?: RecordOptions["trigger"];
  /** Runs further writes that belong to the push, in the transaction that makes it visible. */
  record?(tx: Transaction, push: PushRecord): Promise<void>;
  inTransaction?: InTransaction;
}

/**
 * A push from inside the server: moves a branch to a commit of the local copy. It is safe to do this twice. Throws
 * RefsMoved if a ref has moved.
 */
export async function pushHosted(
  deps: PullRequestDeps,
  project: Project,
  move: CommitToPush,
  signal: AbortSignal,
  { author = null, people, trigger, record, inTransaction }: InsidePush = {},
): Promise<void> {
  let moved: readonly RefMove[] = [];
  await changeRepository(deps, project, {
    async work(scratch, before) {
      if (before.get(branchPrefix + move.branch) !== move.to) await updateBranch(scratch, { ...move, limits, signal });
    },
    async record(tx, change) {
      moved = change.moves;
      const push = await recordPush(deps, tx, project, change, { opensPreviews: false, trigger, author, people });
      await record?.(tx, push);
    },
    inTransaction,
    signal,
  });
  await followMoves(deps, project, moved, signal);
}

function movedBranches(moves: readonly RefMove[]) {
  return moves
    .filter(({ ref }) => ref.startsWith(branchPrefix) && isBranchName(ref.slice(branchPrefix.length)))
    .map(({ ref, from, to }) => ({ branch: ref.slice(branchPrefix.length), from, to }));
}
