import { expect, test } from "vitest";
import { readAnswers, readLogLine, readPageCounts, readSteps } from "./read-log.ts";

test("a warning names its file and line", () => {
  expect(readLogLine("build-pages: warning: guides/start.mdx:12:3: the link goes nowhere (mend it)")).toEqual({
    severity: "warning",
    file: "guides/start.mdx",
    line: 12,
  });
});

test("an error about the whole site has no file", () => {
  expect(readLogLine("error: the project is strict")).toEqual({ severity: "error" });
});

test("a problem with a whole file has no line", () => {
  expect(readLogLine('error: docs.json: "navigation" lists guides/start')).toEqual({
    severity: "error",
    file: "docs.json",
  });
});

test("a line that merely mentions errors is not an error", () => {
  expect(readLogLine("fetch-source: 0123456789ab by Ada: fix error: in start.mdx:3:")).toEqual({ severity: "plain" });
});

test("the steps of an update keep their order, and their durations add up", () => {
  const lines = ["fetch-source: cloned (120 ms)", "build-pages: a (30 ms)", "build-pages: b (12 ms)", "done (5 ms)"];
  expect(readSteps(lines.map((text) => ({ text })))).toEqual([
    { name: "fetch-source", milliseconds: 120 },
    { name: "build-pages", milliseconds: 42 },
  ]);
});

test("page counts are parsed from the build summary", () => {
  const text =
    "build-pages: 3 pages rendered (2 changed, 1 using a changed snippet), 10 laid out again (navigation or settings changed), 987 reused, 2 failed (1 left out) (5 ms)";
  expect(readPageCounts([{ text: "x" }, { text }])).toEqual({ rendered: 3, laidOut: 10, reused: 987, failed: 2 });
  expect(readPageCounts([])).toBeUndefined();
});

test("the result of an evaluation is read from its log line", () => {
  const line = "evaluate-answers: 12 questions: 8 right, 2 partly, 2 wrong; 1 got worse (40 ms)";
  expect(readAnswers([{ text: "build-pages: 2 pages rendered (5 ms)" }, { text: line }])).toEqual({
    questions: 12,
    right: 8,
    worse: 1,
  });
  expect(readAnswers([{ text: "evaluate-answers: 1 question: 1 right, 0 partly, 0 wrong (3 ms)" }])?.worse).toBe(0);
  expect(readAnswers([{ text: "evaluate-answers: worse: “9 questions: 9 right”" }])).toBeUndefined();
});
