import { expect, test } from "vitest";
import type { FoundPage } from "./search-results.ts";
import { bestRow, listRows } from "./search-rows.ts";

function found(path: string, metadata: Partial<FoundPage["metadata"]> = {}): FoundPage {
  return { path, content: "Text.", metadata: { title: path, ...metadata } };
}

function rowsOf(...pages: FoundPage[]) {
  const answer = { query: "q", pages, nearest: [] };
  const groups = listRows({ query: "q", answer, recent: [], neighbours: [], hasAssistant: false });
  return groups.flatMap((group) => group.rows);
}

const sections = ["a", "b", "c", "d"].map((anchor) => ({ anchor, heading: anchor.toUpperCase() }));

test("the sections of a page follow it, the best one first, at most three", () => {
  const rows = rowsOf(found("/one", { anchor: "c", heading: "C", sections }), found("/two"));
  expect(rows.map((row) => "href" in row && row.href)).toEqual(["/one", "/one#c", "/one#a", "/one#b", "/two"]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("a page found by a section is entered there, one found by its title at its top", () => {
  expect(bestRow(rowsOf(found("/one", { anchor: "a", heading: "A", sections })))).toBe(1);
  expect(bestRow(rowsOf(found("/one", { sections })))).toBe(0);
  expect(bestRow([])).toBe(0);
});

test("a path can't leave the site, and an anchor can't leave its page", () => {
  const [page, section] = rowsOf(found("//evil.example", { anchor: "a b#c", heading: "A" }));
  expect([page, section].map((row) => row && "href" in row && row.href)).toEqual([
    "/evil.example",
    "/evil.example#a%20b%23c",
  ]);
});
