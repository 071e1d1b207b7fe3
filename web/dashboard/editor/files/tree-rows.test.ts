import { expect, test } from "vitest";
import type { DraftFile, NavigationItem } from "./draft-queries.ts";
import { filterRows, folderRows, navigationRows, parentsOf, visibleRows } from "./tree-rows.ts";

const page = (path: string, title: string, change: DraftFile["change"] = null): DraftFile => ({
  ...{ path, title, change, kind: "page", bytes: 1 },
});
const files: DraftFile[] = [
  page("guides/deep/soil.mdx", "Soil", "modified"),
  page("guides/water.mdx", "Watering"),
  page("index.mdx", "Home"),
  page("loose.mdx", "Loose", "added"),
  page("old.mdx", "Old", "removed"),
];
const navigation: NavigationItem[] = [
  { depth: 0, kind: "tab", title: "Guides" },
  { depth: 1, kind: "page", title: "Home", path: "index.mdx" },
  { depth: 1, kind: "group", title: "Care" },
  { depth: 2, kind: "page", title: "Soil", path: "guides/deep/soil.mdx" },
  { depth: 2, kind: "page", title: "gone", isMissing: true },
  { depth: 0, kind: "tab", title: "More" },
  { depth: 1, kind: "page", title: "Watering", path: "guides/water.mdx" },
  { depth: 1, kind: "page", title: "Watering", path: "guides/water.mdx" },
];

const labels = (rows: readonly { label: string; depth: number }[]) =>
  rows.map(({ label, depth }) => `${"  ".repeat(depth)}${label}`);

test("the navigation is followed by the pages that it doesn't list, but not by removed ones", () => {
  const rows = navigationRows({ navigation, files });
  expect(labels(rows).slice(-2)).toEqual(["Not in the navigation", "  Loose"]);
  expect(rows.find(({ label }) => label === "gone")?.note).toBe("missing");
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("only rows whose parents are open are visible", () => {
  const rows = navigationRows({ navigation, files });
  const care = parentsOf(rows, "guides/deep/soil.mdx");
  expect(labels(visibleRows(rows, new Set()))).toEqual(["Guides", "More", "Not in the navigation"]);
  expect(labels(visibleRows(rows, new Set(care)))).toEqual([
    "Guides",
    "  Home",
    "  Care",
    "    Soil",
    "    gone",
    "More",
    "Not in the navigation",
  ]);
});

test("a parent knows whether the draft changes something below it", () => {
  const marked = (rows: readonly { label: string; hasChanges: boolean }[]) =>
    rows.filter(({ hasChanges }) => hasChanges).map(({ label }) => label);
  expect(marked(navigationRows({ navigation, files }))).toEqual(["Guides", "Care", "Not in the navigation"]);
  expect(marked(folderRows(files))).toEqual(["guides", "deep"]);
});

test("folders come before files, and removed files are listed", () => {
  expect(labels(folderRows(files))).toEqual([
    "guides",
    "  deep",
    "    soil.mdx",
    "  water.mdx",
    "index.mdx",
    "loose.mdx",
    "old.mdx",
  ]);
});

test("a filter finds titles and paths, each file once", () => {
  const rows = [...navigationRows({ navigation, files }), ...folderRows(files)];
  expect(filterRows(rows, "water").map(({ path }) => path)).toEqual(["guides/water.mdx"]);
  expect(filterRows(rows, "deep soil").map(({ label }) => label)).toEqual(["Soil"]);
  expect(filterRows(rows, "nothing like it")).toEqual([]);
});
