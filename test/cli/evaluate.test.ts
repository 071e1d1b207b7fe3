import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { pages as asked } from "../assistant/asked-project.ts";
import { temporaryFolder, temporaryProject } from "../site/temporary-folder.ts";
import { slow } from "../support/slow.ts";
import { lectern, lecternHere } from "./lectern.ts";

vi.setConfig(slow);

const pages = Object.fromEntries(Object.entries(asked).map(([path, text]) => [path, String(text)]));
const run = (...args: string[]) => lecternHere({ LECTERN_DATA: temporaryFolder() }, "evaluate", ...args);

function writeQuestions(...lines: object[]): string {
  const file = join(temporaryFolder(), "questions.jsonl");
  writeFileSync(file, `// Comments are skipped.\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return file;
}

const error = { question: "What does KT-4041 mean?", pages: ["errors"], must: [["tank is empty"]] };

test("evaluate asks a file's questions about a folder, and compares the results with the saved ones", async () => {
  const file = writeQuestions(error, { question: "What is the capital of Peru?", answerable: false });
  const project = temporaryProject(pages);
  const first = await run(project, "--questions", file, "--save", "--fail-on-worse");
  expect(first).toMatchObject({ exitCode: 0, stdout: "2 questions: 2 right, 0 partly, 0 wrong\n" });
  expect(
    readFileSync(file, "utf8")
      .split("\n")
      .slice(0, 2)
      .map((line) => JSON.parse(line).result),
  ).toEqual(["right", "right"]);
  const changed = temporaryProject({ ...pages, "errors.mdx": "---\ntitle: Errors\n---\n\nErrors are red.\n" });
  const variables = { LECTERN_DATA: temporaryFolder() };
  const worse = await lectern(variables, "evaluate", changed, "--questions", file, "--fail-on-worse");
  expect(worse).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("1 answer got worse.") });
  expect(worse.stdout).toMatch(/\nright → wrong +errors .*What does KT-4041 mean\?\n/);
  expect((await run(changed, "--questions", file)).exitCode).toBe(0);
});

test("an answer from the right page isn't counted as right if it lacks the facts", async () => {
  const file = writeQuestions(
    { ...error, must: [["tank is empty"], ["call the plumber"]] },
    { ...error, must: [["call the plumber"]] },
  );
  const { stdout } = await run(temporaryProject(pages), "--questions", file, "--json");
  expect(JSON.parse(stdout.slice(stdout.indexOf("{"))).results).toMatchObject([
    { result: "partly" },
    { result: "wrong" },
  ]);
});

test.each([
  ["{", ":1: not a JSON object"],
  ['{"pages":["a"]}', ':1: "question" must be'],
  ['{"question":"Why?"}', ':1: set "pages" to the pages'],
  ['{"question":"Why?","pages":["a"],"must":["fact"]}', ':1: "must" must be'],
  ["", "has no questions"],
])("the questions file %s is refused with a reason", async (text, reason) => {
  const file = join(temporaryFolder(), "questions.jsonl");
  writeFileSync(file, text);
  expect(await run(temporaryProject(pages), "--questions", file)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(reason),
  });
});
