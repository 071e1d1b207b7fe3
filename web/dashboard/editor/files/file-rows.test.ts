import { expect, test } from "vitest";
import type { DraftFile } from "../draft-queries.ts";
import { parentsOf, siblingPlaces, visibleRows } from "../tree/tree-rows.ts";
import { findFiles, folderRows } from "./file-rows.ts";

const page = (path: string, title: string, change: DraftFile["change"] = null): DraftFile => ({
  path,
  title,
  change,
  kind: "page",
  bytes: 1,
});
const files: DraftFile[] = [
  page("guides/deep/soil.mdx", "Soil", "modified"),
  page("guides/water.mdx", "Watering"),
  { path: "images/water.png", kind: "media", bytes: 1, change: null },
  page("index.mdx", "Home"),
  page("loose.mdx", "Loose", "added"),
  page("old.mdx", "Old", "removed"),
];

const labels = (rows: readonly { label: string; depth: number }[]) =>
  rows.map(({ label, depth }) => `${"  ".repeat(depth)}${label}`);

test("only rows whose parents are open are visible", () => {
  const rows = folderRows(files);
  expect(labels(visibleRows(rows, new Set())).slice(0, 2)).toEqual(["guides", "images"]);
  const parents = parentsOf(rows, "guides/deep/soil.mdx");
  expect(labels(visibleRows(rows, new Set(parents))).slice(0, 5)).toEqual([
    "guides",
    "  deep",
    "    soil.mdx",
    "  water.mdx",
    "images",
  ]);
});

test("a folder is marked if the draft changes a file in it", () => {
  const marked = folderRows(files).filter(({ hasChanges }) => hasChanges);
  expect(labels(marked)).toEqual(["guides", "  deep"]);
});

test("folders come before files, and removed files are listed", () => {
  expect(labels(folderRows(files))).toEqual([
    "guides",
    "  deep",
    "    soil.mdx",
    "  water.mdx",
    "images",
    "  water.png",
    "index.mdx",
    "loose.mdx",
    "old.mdx",
  ]);
});

test("each row is numbered among its siblings, even after the children of the previous sibling", () => {
  const rows = folderRows(files);
  const places = siblingPlaces(rows).map(({ position, group }) => `${position} of ${group.size}`);
  expect(places).toEqual(["1 of 5", "1 of 2", "1 of 1", "2 of 2", "2 of 5", "1 of 1", "3 of 5", "4 of 5", "5 of 5"]);
});

test("a filter searches titles and paths, and lists pages first", () => {
  expect(findFiles(files, "water").map(({ label }) => label)).toEqual(["Watering", "water.png"]);
  expect(findFiles(files, "deep soil").map(({ label }) => label)).toEqual(["Soil"]);
  expect(findFiles(files, "nothing like it")).toEqual([]);
});
