import { expect, test } from "vitest";
import { isElement } from "../../ground/html/html-node.ts";
import { readDiagram } from "./diagram-source.ts";
import { draw } from "./diagram-test-support.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { drawingWords } from "./finish-drawing.ts";
import { readGitHistory } from "./git-history.ts";

const drawn = (code: string) => draw(code).drawing;

const code = `gitGraph LR:
  commit id: "A" tag: "v1" tag: "first"
  branch develop
  commit "a message"
  commit id:"B" msg: "words" type: REVERSE
  checkout main
  cherry-pick id: "B"
  switch develop
  checkout main
  merge develop id: "M" tag: "v2"
  branch later`;

test("a git graph names branches where they start, then each commit with its tags", () => {
  expect(drawingWords(drawn(code))).toBe(
    "main, A, v1, first, develop, a message, B · words, cherry-pick: B, later, M, v2",
  );
});

test("a merge has two parents, and a cherry-picked commit shows its origin", () => {
  const { commits } = readGitHistory(readDiagram(code));
  expect(commits.map(({ parents, picked }) => [...parents, picked].map((commit) => commit?.id))).toEqual([
    [undefined],
    ["A", undefined],
    [undefined, undefined],
    ["A", "B"],
    [undefined, "B", undefined],
  ]);
  const links = drawn(code)
    .children.filter(isElement)
    .filter(({ attributes }) => attributes.fill === "none" && attributes.d);
  expect(links).toHaveLength(6);
  expect(links.filter(({ attributes }) => attributes["stroke-dasharray"] !== undefined)).toHaveLength(1);
});

test("branches have their configured order, and the first one its configured name", () => {
  const { branches } = readGitHistory(
    readDiagram(
      "---\nconfig:\n  gitGraph:\n    mainBranchName: 'trunk'\n---\ngitGraph\ncommit\nbranch c order: 2\nbranch a\nbranch b order: 1\ncheckout trunk",
    ),
  );
  expect(branches.map(({ name }) => name)).toEqual(["trunk", "a", "b", "c"]);
});

test("a graph that grows upward has its last commit on top", () => {
  expect(drawingWords(drawn('gitGraph BT:\ncommit id: "old"\ncommit id: "new"'))).toBe("new, main, old");
});

test.each([
  ["gitGraph", "it has no commit"],
  ["gitGraph\ncommit\ncheckout nowhere", 'its line 3 is not understood: "checkout nowhere"'],
  ["gitGraph\ncommit\nmerge main", 'its line 3 is not understood: "merge main"'],
  ['gitGraph\ncommit id: "a" what: "b"', 'its line 2 is not understood: "commit id: "a" what: "b""'],
  ['gitGraph\ncommit\ncherry-pick id: "none"', 'its line 3 is not understood: "cherry-pick id: "none""'],
  ["gitGraph\ncommit\nbranch main", 'its line 3 is not understood: "branch main"'],
])("%s shows its source", (text, why) => {
  const diagram = drawDiagram(text);
  expect(diagram.ok ? "" : diagram.reason).toBe(why);
});
