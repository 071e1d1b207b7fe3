import { resolve, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unsafePaths } from "./git-test-support.ts";
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

test.each(unsafePaths)("%j is an unsafe path", (path) => {
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
