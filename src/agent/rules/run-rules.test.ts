import { expect, test } from "vitest";
import { settingsFor, treeOf } from "./rules-test-support.ts";
import { runRules } from "./run-rules.ts";

test("a prompt without a known task changes nothing and returns the list of tasks", async () => {
  const outcome = await runRules("write a poem about ducks", treeOf({ "index.mdx": "Hello  \n" }));
  expect(outcome).toMatchObject({ task: undefined, changes: [], explanations: [] });
  expect(outcome.notUnderstood).toEqual(["write a poem about ducks"]);
  expect(outcome.help.join("\n")).toContain("remove trailing spaces");
});

test("an understood task is done, and the rest of the prompt is reported", async () => {
  const outcome = await runRules(
    "Please remove trailing whitespace, and translate it to French.",
    treeOf({ "index.mdx": "One \nTwo  \nThree\t\n\n```\ncode  \n```\n" }),
  );
  expect(outcome.changes).toEqual([{ path: "index.mdx", content: "One\nTwo  \nThree\n\n```\ncode  \n```\n" }]);
  expect(outcome.explanations.map(({ line }) => line)).toEqual([1, 3]);
  expect(outcome.notUnderstood).toEqual(["translate it to French"]);
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
