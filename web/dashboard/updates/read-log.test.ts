import { expect, test } from "vitest";
import { readLogLine, readPageCounts, readSteps } from "./read-log.ts";

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

test("steps keep their order and add up", () => {
  const lines = ["fetch-source: cloned (120 ms)", "build-pages: a (30 ms)", "build-pages: b (12 ms)", "done (5 ms)"];
  expect(readSteps(lines.map((text) => ({ text })))).toEqual([
    { name: "fetch-source", milliseconds: 120 },
    { name: "build-pages", milliseconds: 42 },
  ]);
});

test("page counts are parsed from the build summary", () => {
  const text = "build-pages: 3 pages rendered (2 changed, 1 using a changed snippet), 10 laid out again, 987 reused";
  expect(readPageCounts([{ text: "x" }, { text }])).toEqual({ rendered: 3, reused: 987 });
  expect(readPageCounts([])).toBeUndefined();
});
