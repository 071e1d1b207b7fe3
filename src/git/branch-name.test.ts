import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkBranchName, isBranchName } from "./branch-name.ts";
import { plainGit, temporaryFolder } from "./git-test-support.ts";

test.each(["main", "feature/new-page", "v1.2", "übersetzung", "a@b", "release-2024.01"])(
  "%s is a valid branch name",
  async (name) => {
    expect(isBranchName(name)).toBe(true);
    await plainGit(["check-ref-format", `refs/heads/${name}`]);
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
])("%j is not a valid branch name", (name) => {
  expect(() => checkBranchName(name)).toThrow(/^Invalid branch name/);
});

const parts = ["a", "ü", ".", "/", "@", "{", ".lock", "-", "~", "*"];

test("git accepts every branch name that we accept", async () => {
  const names = fc.sample(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }), 5_000);
  const accepted = [...new Set(names.map((name) => name.join("")))].filter(isBranchName);
  expect(accepted.length).toBeGreaterThan(100);
  const gitDir = join(temporaryFolder(), "docs.git");
  await plainGit(["init", "--quiet", "--bare", gitDir]);
  const refs = accepted.map((name) => `refs/heads/${name}\n`).join("");
  // Git prints the well-formed names, because none of them exists.
  expect(await plainGit([`--git-dir=${gitDir}`, "show-ref", "--exclude-existing"], { input: refs })).toBe(refs);
});
