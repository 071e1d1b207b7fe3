import { expect, test } from "vitest";
import { unsafePaths } from "../git/git-test-support.ts";
import { pathProblem } from "../git/tree-path.ts";
import { writeProblem } from "./write-problem.ts";

test.each(["index.mdx", "guides/start.md", "docs.json", "snippets/note.mdx", "api/v1.2/read me.mdx"])(
  "the agent may write the file %s",
  (path) => {
    expect(writeProblem(path)).toBeUndefined();
  },
);

test("a file included in docs.json can be written, unless its name is one that controls programs", () => {
  const parts = new Set(["nav/guides.json", "package.json", "web/tsconfig.build.json", ".vscode/nav.json", "nav.yaml"]);
  expect(
    [...parts].filter((path) => writeProblem(path, { settingsParts: parts, openedPaths: [] }) === undefined),
  ).toEqual(["nav/guides.json"]);
  expect(writeProblem("nav/guides.json")).toBeTypeOf("string");
});

test("only paths that an admin allows can be written", () => {
  const openedPaths = ["CHANGES.txt", "examples/", ".git/"];
  const may = (path: string) => writeProblem(path, { settingsParts: new Set(), openedPaths }) === undefined;
  const paths = ["CHANGES.txt", "examples/a/b.ts", "examples", "other/CHANGES.txt", "examples2/a.ts", "package.json"];
  expect(paths.filter(may)).toEqual(["CHANGES.txt", "examples/a/b.ts"]);
  expect([".git/config", "examples/../package.json"].filter(may)).toEqual([]);
});

test.each(unsafePaths)("the agent cannot write a page below the unsafe path %j", (path) => {
  const page = `${path}/page.md`;
  expect(writeProblem(page)).toBe(pathProblem(page));
  expect(writeProblem(page)).toBeTypeOf("string");
});

test.each([
  ".github/workflows/ci.md",
  ".github/workflows/ci.yml",
  ".gitattributes",
  ".gitmodules",
  ".lectern/agent.md",
  "AGENTS.md",
  "guides/Agents.md",
  "CLAUDE.md",
  "package.json",
  "guides/docs.json",
  "node_modules/x/readme.md",
  "Makefile",
  "deploy.sh",
  "style.css",
  "script.js",
  "openapi.yaml",
])("the agent cannot write the file %j", (path) => {
  expect(writeProblem(path)).toBeTypeOf("string");
});
