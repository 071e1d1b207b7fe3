import { expect, test } from "vitest";
import { suggestText } from "./suggest-text.ts";

const change = (
  kind: "added" | "modified" | "removed" | "renamed",
  path: string,
  title: string,
  more: { movedFrom?: string; titleBefore?: string } = {},
) => ({ change: kind, path, title, ...more });

test.each([
  [[change("modified", "guides/watering.mdx", "Watering plants")], "Update Watering plants"],
  [[change("added", "start.mdx", "Start")], "Add Start"],
  [[change("removed", "start.mdx", "Start")], "Remove Start"],
  [[change("modified", "start.mdx", "Begin", { titleBefore: "Start" })], "Rename Start to Begin"],
  [
    [change("renamed", "guides/new.mdx", "New", { movedFrom: "guides/old.mdx", titleBefore: "Old" })],
    "Rename Old to New",
  ],
  [[change("renamed", "guides/start.mdx", "Start", { movedFrom: "start.mdx" })], "Move Start to Guides"],
  [[change("added", "guides/a.mdx", "A"), change("added", "guides/b.mdx", "B")], "Add 2 pages to Guides"],
  [[change("modified", "a.mdx", "A"), change("modified", "b.mdx", "B")], "Update A and B"],
  [[change("added", "guides/a.mdx", "A"), change("modified", "docs.json", "docs.json")], "Add A"],
  [[change("modified", "docs.json", "docs.json")], "Change the navigation and settings"],
  [[change("added", "images/tree.png", "tree.png")], "Add tree.png"],
  [[change("added", "guides/a.mdx", "A"), change("removed", "guides/b.mdx", "B")], "Change 2 pages in Guides"],
])("the suggested title for %j is %s", (changes, title) => {
  expect(suggestText(changes).title).toBe(title);
});

test("more than one change is listed in the description", () => {
  const changes = [change("modified", "a.mdx", "A"), change("modified", "docs.json", "docs.json")];
  expect(suggestText(changes).message).toBe("- Update A\n- Change the navigation and settings");
  expect(suggestText([]).title).toBe("");
});

test("a title stays on one line and within its limit", () => {
  const { title } = suggestText([change("modified", "a.mdx", `A\nB ${"x".repeat(300)}`)]);
  expect(title).toMatch(/^Update A B x+…$/);
  expect(title).toHaveLength(200);
});
