import { expect, test } from "vitest";
import type { FoundPage } from "./search-results.ts";
import { bestRow, listRows } from "./search-rows.ts";

function found(path: string, metadata: Partial<FoundPage["metadata"]> = {}): FoundPage {
  return { path, content: "Text.", metadata: { title: path, ...metadata } };
}

function groupsOf(pages: FoundPage[], { nearest = [] as FoundPage[], hasAssistant = false } = {}) {
  const answer = { query: "q", pages, nearest };
  const neighbors = [{ href: "/next", title: "Next" }];
  return listRows({ query: "q", answer, recent: [], neighbors, hasAssistant });
}

function rowsOf(...pages: FoundPage[]) {
  return groupsOf(pages).flatMap((group) => group.rows);
}

const sections = ["a", "b", "c", "d"].map((anchor) => ({ anchor, heading: anchor.toUpperCase() }));

test("a page is followed by at most three of its sections, best first", () => {
  const rows = rowsOf(found("/one", { anchor: "c", heading: "C", sections }), found("/two"));
  expect(rows.map((row) => "href" in row && row.href)).toEqual(["/one", "/one#c", "/one#a", "/one#b", "/two"]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("a page found by a section opens at that section, and a page found by its title opens at its top", () => {
  expect(bestRow(groupsOf([found("/one", { anchor: "a", heading: "A", sections })]))).toBe(1);
  expect(bestRow(groupsOf([found("/one", { sections })]))).toBe(0);
  expect(bestRow([])).toBe(-1);
});

test("without results, Enter asks the assistant, or does nothing if the site has no assistant", () => {
  const suggested = [{}, { nearest: [found("/one"), found("/two")] }];
  for (const options of suggested) {
    const groups = groupsOf([], { ...options, hasAssistant: true });
    expect(groups.flatMap((group) => group.rows)[bestRow(groups)]).toMatchObject({ kind: "ask", query: "q" });
    expect(bestRow(groupsOf([], options))).toBe(-1);
  }
});

test("the address of a result can't leave the site, and an anchor can't leave its page", () => {
  const [page, section] = rowsOf(found("//evil.example", { anchor: "a b#c", heading: "A" }));
  expect([page, section].map((row) => row && "href" in row && row.href)).toEqual([
    "/evil.example",
    "/evil.example#a%20b%23c",
  ]);
});
