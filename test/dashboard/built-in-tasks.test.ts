import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPrompt } from "../../src/agent/rules/read-prompt.ts";
import { runRules } from "../../src/agent/rules/run-rules.ts";
import { examplePrompt } from "../../src/cli/welcome.ts";
import { builtInExample, builtInTasks } from "../../web/dashboard/jobs/built-in-tasks.ts";

const docsFolder = join(import.meta.dirname, "../../docs");

test.each(builtInTasks)("the built-in agent understands the offered task: $title", ({ prompt }) => {
  const { tasks, notUnderstood } = readPrompt(prompt);
  expect([tasks.length, notUnderstood]).toEqual([1, []]);
});

test("the built-in agent understands the form's placeholder prompt", () => {
  const { tasks, notUnderstood } = readPrompt(builtInExample);
  expect([tasks.length, notUnderstood]).toEqual([2, []]);
});

test("the prompt that the first start prints changes the sample project", async () => {
  const tree = {
    paths: readdirSync(docsFolder, { recursive: true, encoding: "utf8" }).filter((path) => /\.(mdx|json)$/.test(path)),
    read: (path: string) => readFile(join(docsFolder, path), "utf8"),
  };
  const { changes, notUnderstood } = await runRules(examplePrompt, tree);
  expect([changes.map(({ path }) => path), notUnderstood]).toEqual([["index.mdx"], []]);
});
