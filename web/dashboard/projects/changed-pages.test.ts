import { expect, test } from "vitest";
import { changedPages } from "./published-update.tsx";

test("changed files are listed as pages of the content directory, and removed pages have no address", () => {
  const files = {
    added: ["docs/guides/new page.mdx", "other/readme.md", "docs/snippets/note.mdx"],
    modified: ["docs/index.mdx", "docs/docs.json", "docs/guides/index.md"],
    removed: ["docs/old.mdx"],
  };
  expect(changedPages(files, "docs")).toEqual([
    { name: "guides/new page", change: "added", path: "/guides/new%20page" },
    { name: "index", change: "changed", path: "/" },
    { name: "guides/index", change: "changed", path: "/guides" },
    { name: "old", change: "removed", path: undefined },
  ]);
});
