import { expect, test } from "vitest";
import { sourceFileUrl } from "./source-dialog.tsx";

const source = { repository: "https://github.com/acme/docs.git", branch: "main", directory: "site", isHosted: false };

test("a file and line link to the commit on GitHub", () => {
  expect(sourceFileUrl(source, "abc", "guides/a b.mdx", 7)).toBe(
    "https://github.com/acme/docs/blob/abc/site/guides/a%20b.mdx#L7",
  );
});

test("links to GitLab use GitLab's own format", () => {
  const gitlab = { ...source, repository: "https://gitlab.example.com/acme/docs", directory: "" };
  expect(sourceFileUrl(gitlab, undefined, "index.mdx")).toBe(
    "https://gitlab.example.com/acme/docs/-/blob/main/index.mdx",
  );
});

test("files on an unknown host have no links", () => {
  expect(sourceFileUrl({ ...source, isHosted: true }, "abc", "index.mdx")).toBeUndefined();
  expect(sourceFileUrl({ ...source, repository: "https://git.example.com/docs" }, "abc", "index.mdx")).toBeUndefined();
});
