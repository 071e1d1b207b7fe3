import { expect, test } from "vitest";
import { defaultBranchRules } from "../projects/branch-rules.ts";
import { collectBranchRules, describeBranchRules } from "./branch-rule-option.ts";

test("branch rules are collected from repeated options", () => {
  const options = ["force-push=yes", "pull-requests-only=no", "required-approvals=2", "other-branches=release,v2"];
  expect(
    options.reduce<ReturnType<typeof collectBranchRules>>((rules, option) => collectBranchRules(option, rules), {}),
  ).toEqual({
    forcePush: true,
    pullRequestsOnly: false,
    requiredApprovals: 2,
    otherBranches: ["release", "v2"],
  });
  expect(collectBranchRules("other-branches=none")).toEqual({ otherBranches: [] });
});

test.each(["", "force-push", "force-push=maybe", "required-approvals=-1", "required-approvals=1.5", "unknown=yes"])(
  "the branch rule %j is refused, and the error lists the possible rules",
  (option) => {
    expect(() => collectBranchRules(option)).toThrow(/editors-publish=yes\|no/);
  },
);

test("the default branch rules are described in plain words", () => {
  expect(describeBranchRules(defaultBranchRules)).toBe(
    "editors publish; direct pushes; no force pushes; required approvals: 0",
  );
});
