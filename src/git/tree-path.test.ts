import { resolve, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathProblem } from "./tree-path.ts";

test.each([
  "index.mdx",
  "guides/start here.mdx",
  "指南/快速 开始.mdx",
  "images/été.png",
  ".github/workflows/ci.yml",
  ".gitignore",
  ".gitattributes",
  "a/..b/c",
  "git/x",
  "a.git/x",
])("%s is a safe path", (path) => {
  expect(pathProblem(path)).toBeUndefined();
});

test.each([
  "",
  "..",
  "../a",
  "a/../../b",
  "a/./b",
  "/etc/passwd",
  "a//b",
  "a/",
  ".git/config",
  "a/.GIT/config",
  "a/.Git",
  ".git.",
  ".git . .",
  ".git::$INDEX_ALLOCATION/config",
  "git~1/config",
  "GIT~2",
  ".g\u200cit/config",
  "\ufeff.git",
  "a\\..\\b",
  "a\u0000b",
  "a\nb",
  "a\u007f",
  "caf\ufffd",
  `${"a/".repeat(600)}b`,
  "a".repeat(256),
])("%j is an unsafe path", (path) => {
  expect(pathProblem(path)).toEqual(expect.any(String));
});

test("a safe path never leads out of its folder or into .git", () => {
  const part = fc.constantFrom(
    "..",
    ".",
    "",
    ".git",
    ".GIT ",
    "a",
    "é",
    "\\",
    "\u0000",
    "\u200c",
    "/",
    "~1",
    ":",
    "git",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = parts.join("");
      fc.pre(pathProblem(path) === undefined);
      const full = resolve("/srv/tree", path);
      expect(full.startsWith(`/srv/tree${sep}`)).toBe(true);
      expect(full).toBe(`/srv/tree/${path}`);
      expect(full.toLowerCase().split("/")).not.toContain(".git");
    }),
  );
});
