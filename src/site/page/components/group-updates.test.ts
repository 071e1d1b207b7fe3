import { expect, test } from "vitest";
import { element, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import { printHtml } from "../../shared/html/print-html.ts";
import { createHeadingIds } from "../markdown/heading-ids.ts";
import { groupUpdates } from "./group-updates.ts";

const update = (label: string): HtmlElement =>
  element("div", { class: "update" }, [element("div", { class: "update-side" }, [label]), element("p", {}, ["Text."])]);
const many = (label: string, count: number) => Array.from({ length: count }, () => update(label));
const grouped = (nodes: HtmlNode[]) => groupUpdates(nodes, { headingIds: createHeadingIds() });
const years = (nodes: HtmlNode[]) =>
  [...printHtml(grouped(nodes)).matchAll(/<summary id="([^"]*)"[^>]*data-count="(\d+)"/g)].map(([, id, count]) => [
    id,
    count,
  ]);

test("a tag right after the date doesn't hide its year", () => {
  const tagged = (label: string) => {
    const side = element("div", { class: "update-side" }, [element("p", {}, [label]), element("li", {}, ["Usual"])]);
    return element("div", { class: "update" }, [side]);
  };
  const nodes = [...Array.from({ length: 12 }, () => tagged("May 1, 2026")), ...many("May 1, 2025", 9)];
  expect(years(nodes)).toEqual([["year-2025", "9"]]);
});

test("a long changelog shows its first year and folds the others", () => {
  const nodes = [
    element("p", {}, ["Before."]),
    ...many("May 1, 2026", 12),
    ...many("v2, March 2025", 9),
    update("2024-01-02"),
  ];
  expect(years(nodes)).toEqual([
    ["year-2025", "9"],
    ["year-2024", "1"],
  ]);
  expect(grouped(nodes).slice(0, 13)).toEqual(nodes.slice(0, 13));
});

test("a changelog entry without a year belongs to the year of the entry above it", () => {
  expect(years([...many("2026", 12), ...many("2025", 7), update("Hotfix")])).toEqual([["year-2025", "8"]]);
});

test.each([
  ["is short", [...many("2026", 10), ...many("2025", 9)]],
  ["has headings of its own", [...many("2026", 12), element("h2", {}, ["2025"]), ...many("2025", 9)]],
  ["isn't in order", [...many("2026", 12), ...many("2025", 9), update("2026")]],
  ["has no dates", many("v1.0", 30)],
])("a changelog that %s isn't folded", (_, nodes) => {
  expect(grouped(nodes)).toBe(nodes);
});
