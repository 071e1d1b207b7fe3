import type { Role } from "../contract/operation.ts";
import { AppError } from "../platform/errors.ts";

/**
 * The rules for changing the published branch and other protected branches. Admins are bound by all rules but the
 * first.
 */
export interface BranchRules {
  /** Whether editors may change protected branches; otherwise only admins may. */
  editorsPublish: boolean;
  /** Whether pushes may rewrite or delete a protected branch. */
  forcePush: boolean;
  /** Whether protected branches only change through pull requests. */
  pullRequestsOnly: boolean;
  /** How many people other than its author must approve a pull request before it can be merged. */
  requiredApprovals: number;
  /** The exact names of other protected branches. */
  otherBranches: readonly string[];
}

export const defaultBranchRules: BranchRules = {
  editorsPublish: true,
  forcePush: false,
  pullRequestsOnly: false,
  requiredApprovals: 0,
  otherBranches: [],
};

/** Parses the stored JSON, which contains only the rules that were set. The others get their defaults. */
export function readBranchRules(stored: string): BranchRules {
  return { ...defaultBranchRules, ...(JSON.parse(stored) as Partial<BranchRules>) };
}

export type BranchChange = "created" | "moved" | "forced" | "deleted";

type BrokenRule = "admins-only" | "pull-requests-only" | "no-force" | "no-deletion";

/** The rule that forbids changing a branch in this way; undefined if none does. */
export function findBrokenRule(
  project: { branch: string; branchRules: BranchRules },
  role: Role,
  branch: string,
  change: BranchChange,
): BrokenRule | undefined {
  const { editorsPublish, pullRequestsOnly, forcePush } = project.branchRules;
  if (!isProtected(project, branch)) {
    return undefined;
  }
  if (!editorsPublish && role !== "admin") {
    return "admins-only";
  }
  // Nobody can open a pull request against a branch that doesn't exist yet.
  if (pullRequestsOnly && change !== "created") {
    return "pull-requests-only";
  }
  if (!forcePush && change === "forced") {
    return "no-force";
  }
  return !forcePush && change === "deleted" ? "no-deletion" : undefined;
}

const refusals: Readonly<Record<BrokenRule, string>> = {
  "admins-only": "only admins can push to this branch: push another branch and open a pull request",
  "pull-requests-only": "this branch only accepts pull requests: push another branch and open one",
  "no-force": "this branch is protected against force pushes: pull first, then push again",
  "no-deletion": "this branch is protected and can't be deleted",
};

/** Why a push must not change a branch in this way; undefined if it may. Git shows the text in parentheses. */
export function findRefusal(...change: Parameters<typeof findBrokenRule>): string | undefined {
  const rule = findBrokenRule(...change);
  return rule && refusals[rule];
}

const approvalsMax = 10;
const otherBranchesMax = 50;

/** The rules after a change. Omitted rules stay unchanged. */
export function changeBranchRules(
  rules: BranchRules,
  change: Partial<BranchRules>,
  checkedBranch: (branch: string) => string,
): BranchRules {
  const { requiredApprovals, otherBranches } = { ...rules, ...change };
  if (!Number.isInteger(requiredApprovals) || requiredApprovals < 0 || requiredApprovals > approvalsMax) {
    throw new AppError("bad_request", `The number of required approvals must be from 0 to ${approvalsMax}.`);
  }
  const branches = [...new Set(otherBranches.map((branch) => checkedBranch(branch.trim())))];
  if (branches.length > otherBranchesMax) {
    throw new AppError("bad_request", `At most ${otherBranchesMax} other branches can be protected.`);
  }
  return { ...rules, ...change, otherBranches: branches };
}

export function isProtected(project: { branch: string; branchRules: BranchRules }, branch: string): boolean {
  return branch === project.branch || project.branchRules.otherBranches.includes(branch);
}
