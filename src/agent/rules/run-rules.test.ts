import { expect, test } from "vitest";
import { treeOf } from "./rules-test-support.ts";
import { runRules } from "./run-rules.ts";

test("a prompt that asks for no known task changes nothing and is told what can be asked for", async () => {
  const outcome = await runRules("write a poem about ducks", treeOf({ "index.mdx": "Hello  \n" }));
  expect(outcome).toMatchObject({ task: undefined, changes: [], explanations: [] });
  expect(outcome.notUnderstood).toEqual(["write a poem about ducks"]);
  expect(outcome.help.join("\n")).toContain("remove trailing spaces");
});

test("a task that is understood is done, and the rest of the prompt is told back", async () => {
  const outcome = await runRules(
    "Please remove trailing whitespace, and translate it to French.",
    treeOf({ "index.mdx": "One \nTwo  \nThree\t\n\n```\ncode  \n```\n" }),
  );
  expect(outcome.changes).toEqual([{ path: "index.mdx", content: "One\nTwo  \nThree\n\n```\ncode  \n```\n" }]);
  expect(outcome.explanations.map(({ line }) => line)).toEqual([1, 3]);
  expect(outcome.notUnderstood).toEqual(["translate it to French"]);
});
