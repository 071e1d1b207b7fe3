import fc from "fast-check";
import { expect, test } from "vitest";
import { runOn, settingsFor, treeOf } from "./rules-test-support.ts";
import { runRules } from "./run-rules.ts";

test("a prompt without a known task changes nothing and returns the list of tasks", async () => {
  const outcome = await runRules("write a poem about ducks", treeOf({ "index.mdx": "Hello  \n" }));
  expect(outcome).toMatchObject({ task: undefined, changes: [], explanations: [] });
  expect(outcome.summary).toContain("“write a poem about ducks”");
  expect(outcome.refusal?.help.join("\n")).toContain("remove trailing spaces");
});

test("nothing is done unless every part of a prompt is understood, and the understood parts are offered", async () => {
  const tree = treeOf({ "index.mdx": "One \nTwo  \nThree\t\n\n```\ncode  \n```\n" });
  const refused = await runRules("Please remove trailing whitespace in index.mdx, and translate it to French.", tree);
  expect([refused.task, refused.changes, refused.refusal?.offers[0]]).toEqual([
    undefined,
    [],
    { name: "trim-spaces", in: "index.mdx" },
  ]);
  expect(refused.summary).toMatch(/Not understood: “[^”]*translate it to French”\./);
  expect(refused.summary).toContain('Ready to run: “remove trailing spaces in "index.mdx"”');
  const outcome = await runRules("Please remove trailing whitespace, thanks.", tree);
  expect(outcome.changes).toEqual([{ path: "index.mdx", content: "One\nTwo  \nThree\n\n```\ncode  \n```\n" }]);
  expect(outcome.explanations.map(({ line }) => line)).toEqual([1, 3]);
});

test("a page may be named by its title, if no other page has it", async () => {
  const titled = (title: string) => `---\ntitle: ${title}\n---\n\nOne \n`;
  const files = {
    "docs.json": settingsFor(["index", "a/one", "a/two", "b/two"]),
    "index.mdx": titled("Home"),
    "a/one.mdx": titled("First steps"),
    "a/two.mdx": titled("Next"),
    "b/two.mdx": titled("Next"),
  };
  const trimmed = await runOn(files, 'remove trailing spaces on the page "first steps"');
  expect(Object.keys(trimmed.changed)).toEqual(["a/one.mdx"]);
  const moved = await runOn(files, 'move the page "First steps" to b/one');
  expect(Object.keys(moved.changed)).toContain("b/one.mdx");
  const unclear = await runOn(files, 'remove trailing spaces on the page "Next"');
  expect(unclear).toMatchObject({ changed: {}, declined: [{ why: "the page or folder Next does not exist" }] });
});

test("two tasks that cancel each other out change nothing", async () => {
  const outcome = await runRules(
    "move a/one to b/one, move b/one to a/one",
    treeOf({ "docs.json": settingsFor(["index", "a/one"]), "index.mdx": "x\n", "a/one.mdx": "Text\n" }),
  );
  expect(outcome.changes.filter(({ path }) => path !== "docs.json")).toEqual([]);
});

test("the summary names the tasks that changed something, or all of them if none did", async () => {
  const tree = treeOf({ "index.mdx": "---\ntitle: Home\n---\n\nOne \n" });
  const asked = "remove trailing spaces and fix heading levels";
  expect((await runRules(asked, tree)).summary).toBe("Remove trailing spaces: 1 edit in 1 file.");
  const tidy = treeOf({ "index.mdx": "---\ntitle: Home\n---\n\nOne\n" });
  expect((await runRules(asked, tidy)).summary).toBe("Remove trailing spaces and fix heading levels: nothing to do.");
});

/** Lines that tasks change, and similar lines that are code or addresses. */
const lines = [
  "Acme and acme's recieve. ",
  "two  ",
  "[a](/guides/webhoks) and [b](./guides/webhooks.mdx)",
  "#### Acme deep",
  "## Acme",
  "© 2019–2021 Acme",
  '<Card title="Acme" href="/guides/webhoks">Acme</Card>',
  "`Acme recieve` $Acme$ {/* Acme recieve */}",
  "😀 naïve Acme\t",
  "```",
  "Acme recieve = /guides/webhoks",
  "- Acme",
  "",
];
const prompt =
  "fix broken links, fix heading levels, fix typos, update copyright, rename Acme to Nimbus, remove trailing spaces";

test("only lines with an explanation change, whatever the line endings and the BOM", async () => {
  const page = fc
    .tuple(
      fc.array(fc.constantFrom(...lines), { maxLength: 14 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([parts, newline, hasMark, hasHead]) => {
      const head = hasHead ? ["---", "zeta: Acme", "title: Acme", "---", ""] : [];
      return (hasMark ? "\uFEFF" : "") + [...head, ...parts, ""].join(newline);
    });
  await fc.assert(
    fc.asyncProperty(page, async (source) => {
      const files = {
        "docs.json": settingsFor(["index", "guides/webhooks"]),
        "guides/webhooks.mdx": "Text\n",
        "index.mdx": source,
      };
      const { changed, explanations } = await runOn(files, prompt);
      const explained = new Set(explanations.filter(({ path }) => path === "index.mdx").map(({ line }) => line));
      const before = source.split("\n");
      const after = (changed["index.mdx"] ?? source).split("\n");
      expect(after).toHaveLength(before.length);
      for (const [index, line] of after.entries()) if (!explained.has(index + 1)) expect(line).toBe(before[index]);
      expect(Object.keys(changed).every((path) => path === "index.mdx")).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test("a page designed to keep the parser busy is skipped after a time limit", async () => {
  const files = {
    "docs.json": settingsFor(["index"]),
    "index.mdx": "[x](/guides/webhoks)\n",
    "deep.mdx": `${"> ".repeat(500)}x\n`,
    "open.mdx": "<Card>\n".repeat(1_000),
    "spaces.mdx": "a \n\n`b `\n\n".repeat(2_000),
    "brackets.mdx": "[".repeat(2_000),
    "guides/webhooks.mdx": "x\n",
  };
  const { changed, declined } = await runOn(files, prompt);
  expect(changed["index.mdx"]).toBe("[x](/guides/webhooks)\n");
  expect(changed["spaces.mdx"]).toBe("a\n\n`b `\n\n".repeat(2_000));
  expect(declined.map(({ path }) => path)).toEqual(expect.arrayContaining(["open.mdx"]));
});
