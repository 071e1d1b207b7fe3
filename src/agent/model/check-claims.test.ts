import { expect, test } from "vitest";
import { checkClaims, describeUntouched } from "./check-claims.ts";

const paths = new Set(["index.mdx", "guides/end.mdx", "guides/start.mdx", "docs.json"]);
const changed = (...names: string[]) => names.map((path) => ({ path, content: "" }));

test("a model that changed nothing can't claim to have changed something", () => {
  const finished = { title: "Rewrite all guides", description: "I rewrote guides/start.mdx\nand 12 other pages." };
  expect(checkClaims({ finished, changes: [], paths }).summary).toBe(
    "No files were changed. The model's report: “I rewrote guides/start.mdx and 12 other pages.”",
  );
  expect(checkClaims({ finished: { title: "", description: "" }, changes: [], paths }).summary).toBe(
    "No files were changed. The model gave no reason.",
  );
});

test("the summary counts the changed files and names files that the model only mentions", () => {
  const finished = {
    title: "Update `guides/end.mdx`.",
    description: "Changed docs.json, /guides/start and the new guides/more.mdx; see https://acme.test/index.",
  };
  const { summary, untouched } = checkClaims({ finished, changes: changed("guides/start.mdx"), paths });
  expect(untouched).toEqual(["guides/end.mdx", "docs.json", "guides/more.mdx"]);
  expect(summary).toBe(
    "Update `guides/end.mdx`: 1 file changed. Named in the report but not changed: guides/end.mdx, docs.json, guides/more.mdx.",
  );
});

test("a moved file counts as changed under both names, and long lists are cut", () => {
  const finished = { title: "Move", description: "guides/end.mdx is now guides/last.mdx" };
  const changes = [{ path: "guides/last.mdx", content: "", movedFrom: "guides/end.mdx" }];
  expect(checkClaims({ finished, changes, paths })).toEqual({ summary: "Move: 1 file changed.", untouched: [] });
  const names = Array.from({ length: 12 }, (_, index) => `${index}.mdx`);
  expect(describeUntouched(names)).toMatch(/9\.mdx and 2 others\.$/);
});
