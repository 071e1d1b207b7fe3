import { isBranchName } from "../git/branch-name.ts";
import { findMergeBase } from "../git/branches.ts";
import { branchPrefix, type RefMove, undoMoves } from "../git/refs.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../git/repository.ts";
import { type BranchChange, findRefusal, isProtected } from "../projects/branch-rules.ts";
import type { Access } from "./authorize-access.ts";

export interface PushedRef extends RefMove {
  change: BranchChange;
}

export interface CheckedPush {
  /** The project and the person or key that pushed, checked when the push was complete rather than when it began. */
  access: Access;
  /** The accepted branches and tags. */
  pushed: PushedRef[];
  /** Refused refs, each with the reason. */
  refused: ReadonlyMap<string, string>;
}

/** Finding out whether a branch was rewritten takes a git process, so at most this many branches are checked. */
const describedRefsMax = 20;

/** Applies the project's branch rules to a push that git has received, and undoes the changes that they forbid. */
export async function checkPush(
  scratch: Repository,
  access: Access,
  moves: readonly RefMove[],
  { isAtomic, signal }: { isAtomic: boolean; signal: AbortSignal },
): Promise<CheckedPush> {
  const { project, principal } = access;
  // A key has the permissions of an admin.
  const role = principal.user === undefined ? "admin" : (principal.user.role ?? "viewer");
  const all: PushedRef[] = [];
  const refused = new Map<string, string>();
  for (const [index, move] of moves.entries()) {
    const branch = move.ref.startsWith(branchPrefix) ? move.ref.slice(branchPrefix.length) : undefined;
    const isAsked = index < describedRefsMax || (branch !== undefined && isProtected(project, branch));
    const change = isAsked ? await describeMove(scratch, move, signal) : "moved";
    all.push({ ...move, change });
    const rule = branch === undefined ? undefined : findRefusal(project, role, branch, change);
    // Whatever its name is, a branch can be deleted.
    const refusal = (move.to === undefined ? undefined : findNameProblem(move.ref)) ?? rule;
    if (refusal !== undefined) refused.set(move.ref, refusal);
  }
  if (isAtomic && refused.size > 0) {
    for (const { ref } of moves) refused.set(ref, refused.get(ref) ?? "another branch of this atomic push was refused");
  }
  const isRefused = ({ ref }: RefMove) => refused.has(ref);
  if (refused.size > 0) await undoMoves(scratch, moves.filter(isRefused), { limits, signal });
  return { access, pushed: all.filter((move) => !isRefused(move)), refused };
}

/** Git itself accepts names that make its own ones ambiguous, such as HEAD. */
export function findNameProblem(ref: string): string | undefined {
  const isValid = isBranchName(ref.replace(/^refs\/(heads|tags)\//, ""));
  return isValid ? undefined : "isn't a valid name, or is longer than 200 bytes";
}

async function describeMove(
  scratch: Repository,
  { ref, from, to }: RefMove,
  signal: AbortSignal,
): Promise<BranchChange> {
  if (from === undefined) return "created";
  if (to === undefined) return "deleted";
  // Moving a tag always counts as forced.
  if (!ref.startsWith(branchPrefix)) return "forced";
  return (await findMergeBase(scratch, from, to, { limits, signal })) === from ? "moved" : "forced";
}
