import { expect, test } from "vitest";
import { type VisibilityInput, visibilityOf } from "./visibility.ts";

/** The columns of the table in the format: navigation, search, sitemap, engines, assistant, llms. */
function row(
  frontmatter: Partial<VisibilityInput["frontmatter"]>,
  ancestors: VisibilityInput["ancestors"],
  indexing: "navigable" | "all" = "navigable",
) {
  const found = visibilityOf({ frontmatter: { groups: [], ...frontmatter }, ancestors, indexing });
  return [found.navigation, found.search, found.sitemap, found.engines, found.assistant, found.llms]
    .map((seen) => (seen ? "y" : "-"))
    .join("");
}

const seen = [{ hidden: false }];
const unseen = [{ hidden: true }];
const unseenButFound = [{ hidden: true, searchable: true }];

test.each([
  ["an ordinary page", {}, seen, "yyyyyy"],
  ["hidden: true", { hidden: true }, seen, "------"],
  ["a page outside of the navigation", {}, undefined, "---y--"],
  ["noindex: true", { noindex: true }, seen, "y-----"],
  ["searchable: false", { searchable: false }, seen, "y-yy-y"],
  ["a page under a hidden group", {}, unseen, "------"],
  ["a page under a hidden, searchable group", {}, unseenButFound, "-yyyyy"],
  ["hidden: true beats a searchable group above", { hidden: true }, unseenButFound, "------"],
  ["a nested hidden group excludes again", {}, [...unseenButFound, { hidden: true }], "------"],
  ["hidden: false under a hidden group", { hidden: false }, unseen, "-yyyyy"],
  ["searchable: true on a page does nothing", { searchable: true }, unseen, "------"],
  ["a page restricted by groups", { groups: ["staff"] }, seen, "yy--y-"],
] as const)("%s", (_, frontmatter, ancestors, expected) => {
  expect(
    row(
      { ...frontmatter, groups: "groups" in frontmatter ? [...frontmatter.groups] : [] },
      ancestors && [...ancestors],
    ),
  ).toBe(expected);
});

test("indexing: all re-admits hidden pages, but not those with noindex", () => {
  expect(row({ hidden: true }, seen, "all")).toBe("-yyyyy");
  expect(row({}, undefined, "all")).toBe("-yyyyy");
  expect(row({ noindex: true }, seen, "all")).toBe("y-----");
});
