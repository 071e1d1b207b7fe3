import { expect, test } from "vitest";
import { readPrompt } from "../../src/agent/rules/read-prompt.ts";
import { rules } from "../../src/agent/rules/registry.ts";
import { builtInTasks } from "../../web/dashboard/jobs/built-in-tasks.ts";

test.each(builtInTasks)("the built-in agent understands the offered task: $title", ({ prompt }) => {
  const { tasks, notUnderstood } = readPrompt(prompt, rules);
  expect([tasks.length, notUnderstood]).toEqual([1, []]);
});
