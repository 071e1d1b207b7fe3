import { expect, test } from "vitest";
import { checkBranchName, isBranchName } from "./branch-name.ts";
import { expectGitError } from "./git-test-support.ts";

test.each(["main", "feature/new-page", "v1.2", "übersetzung", "a@b", "release-2024.01"])(
  "%s names a branch",
  async (name) => {
    await checkBranchName(name);
    expect(isBranchName(name)).toBe(true);
  },
);

test.each([
  "",
  "-f",
  "--upload-pack=touch /tmp/x",
  "a..b",
  "a b",
  "a:b",
  "a~1",
  "a^",
  "a*",
  "a?",
  "a[b",
  "a\\b",
  "/a",
  "a/",
  "a//b",
  ".a",
  "a/.b",
  "a.",
  "a.lock",
  "a.lock/b",
  "a@{1}",
  "@",
  "a\nb",
  "a\u0000b",
  "a".repeat(300),
])("%j is not a branch name", async (name) => {
  await expectGitError(checkBranchName(name), "refused", /Invalid branch name/);
});
