import { InvalidArgumentError } from "commander";
import type { BranchRules } from "../projects/branch-rules.ts";

const switches = {
  "editors-publish": "editorsPublish",
  "force-push": "forcePush",
  "pull-requests-only": "pullRequestsOnly",
} as const;

/** Parses `force-push=no`, `required-approvals=2` or `other-branches=release,v2`; the option can be repeated. */
export function collectBranchRules(value: string, before: Partial<BranchRules> = {}): Partial<BranchRules> {
  const [rule = "", setting = ""] = value.split("=").map((part) => part.trim());
  const name = Object.entries(switches).find(([option]) => option === rule)?.[1];
  if (name !== undefined && (setting === "yes" || setting === "no")) {
    return { ...before, [name]: setting === "yes" };
  }
  if (rule === "required-approvals" && /^\d{1,2}$/.test(setting)) {
    return { ...before, requiredApprovals: Number(setting) };
  }
  if (rule === "other-branches" && setting !== "") {
    return { ...before, otherBranches: setting === "none" ? [] : setting.split(",") };
  }
  const names = Object.keys(switches).map((option) => `${option}=yes|no`);
  throw new InvalidArgumentError(
    `Use ${names.join(", ")}, required-approvals=NUMBER or other-branches=NAME,NAME|none.`,
  );
}

/** `editors publish, no force pushes, 2 approvals` */
export function describeBranchRules(rules: BranchRules): string {
  return [
    rules.editorsPublish ? "editors publish" : "only admins publish",
    rules.pullRequestsOnly ? "pull requests only" : "direct pushes",
    rules.forcePush ? "force pushes allowed" : "no force pushes",
    `required approvals: ${rules.requiredApprovals}`,
    ...(rules.otherBranches.length === 0 ? [] : [`also for ${rules.otherBranches.join(", ")}`]),
  ].join("; ");
}
