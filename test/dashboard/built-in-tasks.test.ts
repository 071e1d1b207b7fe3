import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPrompt } from "../../src/agent/rules/read-prompt.ts";
import { runRules } from "../../src/agent/rules/run-rules.ts";
import { examplePrompt } from "../../src/cli/welcome.ts";
import { agentTasks, writeTaskPrompt } from "../../src/contract/agent-tasks.ts";

const docsFolder = join(import.meta.dirname, "../../docs");
const word = fc.stringMatching(/^[A-Za-z][\w '"«&.,-]{0,30}\w$/);

test.each(agentTasks)("the prompt of the task $name asks for this task with exactly the given values", (task) => {
  fc.assert(
    fc.property(
      word,
      word,
      fc.integer({ min: 1900, max: 2099 }),
      fc.option(fc.constantFrom("guides/", "start")),
      (from, to, year, scope) => {
        const all = { from, to, year: String(year) };
        const values = Object.fromEntries((task.values ?? []).map(({ name }) => [name, all[name as keyof typeof all]]));
        const written = writeTaskPrompt({ name: task.name, ...values, ...(scope !== null && { in: scope }) });
        const { tasks, notUnderstood } = readPrompt("prompt" in written ? written.prompt : written.why);
        expect([tasks.map(({ task: { name } }) => name), notUnderstood]).toEqual([[task.name], []]);
        expect(tasks[0]?.values).toEqual(Object.values(values));
        expect(tasks[0]?.scope).toBe(scope ?? undefined);
      },
    ),
    { numRuns: 50 },
  );
});

test("a task with missing or superfluous values has no prompt, and the reason says which", () => {
  expect(writeTaskPrompt({ name: "rename-term", from: "A" })).toEqual({ why: 'The task rename-term needs "to".' });
  expect(writeTaskPrompt({ name: "fix-links", from: "A" })).toEqual({ why: 'The task fix-links takes no "from".' });
  expect(writeTaskPrompt({ name: "rename-term", from: `"“«「`, to: "B" })).toEqual({
    why: '"from" contains too many kinds of quotation marks.',
  });
});

test("the built-in agent understands the form's placeholder prompt", () => {
  const { tasks, notUnderstood } = readPrompt("Fix broken links and misspellings");
  expect([tasks.length, notUnderstood]).toEqual([2, []]);
});

test("the prompt that the first start prints changes the sample project", async () => {
  const tree = {
    paths: readdirSync(docsFolder, { recursive: true, encoding: "utf8" }).filter((path) => /\.(mdx|json)$/.test(path)),
    read: (path: string) => readFile(join(docsFolder, path), "utf8"),
  };
  const { changes, refusal } = await runRules(examplePrompt, tree);
  expect([changes.map(({ path }) => path), refusal]).toEqual([["index.mdx"], undefined]);
});
