import { expect, test } from "vitest";
import { listFilesChanged } from "./files-changed.tsx";

test("a renamed file is listed once, with both names", () => {
  const files = { added: ["a.mdx", "new.mdx"], modified: ["docs.json"], removed: ["old.mdx", "z.mdx"] };
  expect(listFilesChanged(files, [{ from: "old.mdx", to: "new.mdx" }])).toEqual({
    all: [
      { kind: "added", path: "a.mdx" },
      { kind: "modified", path: "docs.json" },
      { kind: "renamed", path: "new.mdx", from: "old.mdx" },
      { kind: "removed", path: "z.mdx" },
    ],
    counts: "1 added, 1 modified, 1 renamed, 1 removed",
  });
});
