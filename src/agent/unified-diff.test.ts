import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../git/git-test-support.ts";
import { unifiedDiff } from "./unified-diff.ts";

test("a changed line has three lines of context", () => {
  const before = ["one", "two", "three", "four", "five", "six", "seven", "eight"].join("\n");
  expect(unifiedDiff(before, before.replace("five", "FIVE"))).toBe(
    "@@ -2,7 +2,7 @@\n two\n three\n four\n-five\n+FIVE\n six\n seven\n eight",
  );
});

test("a new file has only additions, and a removed file only deletions", () => {
  expect(unifiedDiff(undefined, "one\ntwo\n")).toBe("@@ -0,0 +1,2 @@\n+one\n+two");
  expect(unifiedDiff("one\n", undefined)).toBe("@@ -1,1 +0,0 @@\n-one");
});

test("texts with thousands of differences can be compared", () => {
  const lines = (mark: string) => Array.from({ length: 2_000 }, (_, index) => `${mark}${index}`).join("\n");
  expect(unifiedDiff(lines("a"), lines("b")).split("\n")).toHaveLength(4_001);
});

test("a text of 500,000 lines can be added", () => {
  expect(unifiedDiff(undefined, "a\n".repeat(500_000)).split("\n")).toHaveLength(500_001);
});

test("git can apply every diff", () => {
  const folder = temporaryFolder();
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 }).map(endLines);
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      writeFileSync(join(folder, "page"), before);
      writeFileSync(join(folder, "patch"), `--- a/page\n+++ b/page\n${unifiedDiff(before, after)}\n`);
      execFileSync("git", ["apply", "--unidiff-zero", "patch"], { cwd: folder, stdio: "pipe" });
      expect(readFileSync(join(folder, "page"), "utf8")).toBe(after);
    }),
    { numRuns: 60 },
  );
});

function endLines(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
