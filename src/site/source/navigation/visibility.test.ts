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

type Row = [
  name: string,
  frontmatter: Partial<VisibilityInput["frontmatter"]>,
  ancestors: VisibilityInput["ancestors"],
  expected: string,
  indexing?: "all",
];

const seen = [{ hidden: false }];
const unseen = [{ hidden: true }];
const unseenButFound = [{ hidden: true, searchable: true }];

/** The rows of the table, in order. */
const rows: Row[] = [
  ["an ordinary page", {}, seen, "yyyyyy"],
  ["page hidden: true", { hidden: true }, seen, "------"],
  ["page not in the navigation", {}, undefined, "---y--"],
  ["page noindex: true", { noindex: true }, seen, "y-----"],
  ["page searchable: false", { searchable: false }, seen, "y-yy-y"],
  ["under a hidden tab or group", {}, unseen, "------"],
  ["under a hidden tab or group with searchable: true", {}, unseenButFound, "-yyyyy"],
  ["hidden page, seo.indexing: all", { hidden: true }, seen, "-yyyyy", "all"],
  ["page restricted by groups", { groups: ["staff"] }, seen, "yy--y-"],
];

/** The rules below the table, and combinations of rows. */
const rules: Row[] = [
  ["a page's own hidden: true beats searchable: true above it", { hidden: true }, unseenButFound, "------"],
  ["a nested hidden group without searchable excludes again", {}, [...unseenButFound, ...unseen], "------"],
  ["a nested hidden group with searchable admits again", {}, [...unseen, ...unseenButFound], "-yyyyy"],
  ["a shown group inside a hidden one stays hidden", {}, [...unseen, ...seen], "------"],
  ["a shown group inside a hidden, searchable one stays found", {}, [...unseenButFound, ...seen], "-yyyyy"],
  ["searchable: true on a page does nothing", { searchable: true }, unseen, "------"],
  ["searchable: true on a page outside of the navigation does nothing", { searchable: true }, undefined, "---y--"],
  ["hidden: false is unset", { hidden: false }, seen, "yyyyyy"],
  ["hidden: false outside of the navigation is unset", { hidden: false }, undefined, "---y--"],
  ["hidden: false under a hidden parent re-admits the page", { hidden: false }, unseen, "-yyyyy"],
  ["a group that is not searched", {}, [{ hidden: false, searchable: false }], "y-yy-y"],
  ["searchable: false under a hidden, searchable group", { searchable: false }, unseenButFound, "--yy-y"],
  ["noindex under a hidden, searchable group", { noindex: true }, unseenButFound, "------"],
  ["noindex outside of the navigation", { noindex: true }, undefined, "------"],
  ["a hidden, restricted page", { hidden: true, groups: ["staff"] }, seen, "------"],
  ["a restricted page with noindex", { noindex: true, groups: ["staff"] }, seen, "y-----"],
  ["a restricted page outside of the navigation", { groups: ["staff"] }, undefined, "------"],
  ["indexing: all, a page outside of the navigation", {}, undefined, "-yyyyy", "all"],
  ["indexing: all, under a hidden group", {}, unseen, "-yyyyy", "all"],
  ["indexing: all keeps noindex pages out", { noindex: true }, seen, "y-----", "all"],
  ["indexing: all keeps hidden pages with noindex out", { noindex: true, hidden: true }, seen, "------", "all"],
  ["indexing: all keeps searchable: false", { searchable: false, hidden: true }, seen, "--yy-y", "all"],
  ["indexing: all keeps restricted pages from engines", { groups: ["staff"] }, seen, "yy--y-", "all"],
];

test.each([...rows, ...rules])(
  "the visibility of a page follows the format: %s",
  (_, frontmatter, ancestors, expected, indexing) => {
    expect(row(frontmatter, ancestors, indexing)).toBe(expected);
  },
);
