import { expect, test } from "vitest";
import { createReport, placeText } from "../config/config-report.ts";
import type { JsonValue } from "../json-value.ts";
import type { DraftEntry } from "./draft-tree.ts";
import { readNavigation } from "./read-navigation.ts";

function read(navigation: JsonValue) {
  const report = createReport(() => ({ file: "docs.json", line: undefined }));
  return { ...readNavigation(navigation, report), problems: report.problems };
}

/** The settings that each group and endpoint of a list inherits. */
function inherited(entries: DraftEntry[]): unknown[] {
  return entries.flatMap((entry) => {
    if (entry.kind === "page") return [];
    const name = entry.kind === "group" ? entry.label : `${entry.method} ${entry.path}`;
    const own = [name, entry.openapi?.sources, entry.openapi && placeText(entry.openapi.place)];
    return entry.kind === "group" ? [[...own, entry.directory], ...inherited(entry.entries)] : [own];
  });
}

test("groups inherit API descriptions and the directory style unless they set their own", () => {
  const { divisions, problems } = read({
    openapi: "all.json",
    tabs: [
      {
        tab: "A",
        directory: "card",
        groups: [
          {
            group: "One",
            pages: [
              "GET /users",
              { group: "Two", openapi: ["b.json", "c.json"], directory: "none", pages: ["x.json post /y"] },
            ],
          },
        ],
      },
    ],
  });
  expect(inherited(divisions[0]?.entries ?? [])).toEqual([
    ["One", ["all.json"], "navigation.openapi", "card"],
    ["GET /users", ["all.json"], "navigation.openapi"],
    ["Two", ["b.json", "c.json"], "navigation.tabs[0].groups[0].pages[1].openapi", "none"],
    ["POST /y", ["b.json", "c.json"], "navigation.tabs[0].groups[0].pages[1].openapi"],
  ]);
  expect(problems).toEqual([]);
});

test("a tab is left out only if the versions next to it have all its pages", () => {
  const { divisions, problems } = read({
    versions: [{ version: "2", tabs: [{ tab: "Guides", groups: [{ group: "Start", pages: ["a", "GET /users"] }] }] }],
    tabs: [
      { tab: "Guides", pages: ["a", "GET /users"] },
      { tab: "Blog", pages: ["a", "b"] },
      { tab: "Status", href: "https://status.example.org" },
    ],
  });
  expect(divisions.map(({ label }) => label)).toEqual(["2", "Blog", "Status"]);
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("navigation.tabs[0]")]);
});

test("a group without pages is kept until API pages are added", () => {
  const { entries } = read({ groups: [{ group: "API", openapi: { source: "api.json", directory: "reference" } }] });
  expect(entries).toMatchObject([
    { kind: "group", label: "API", entries: [], openapi: { sources: ["api.json"], directory: "reference" } },
  ]);
});

test("an endpoint in the navigation may name its own description, and a page path isn't mistaken for an endpoint", () => {
  const { entries } = read({ pages: ["specs/a.json POST /users/{id}", "get/users", "webhook orderMade"] });
  expect(entries).toMatchObject([
    { kind: "endpoint", spec: "specs/a.json", method: "POST", path: "/users/{id}" },
    { kind: "page", slug: "get/users" },
    { kind: "endpoint", spec: undefined, method: "WEBHOOK", path: "orderMade" },
  ]);
});

test("the first version is the default unless another version is marked as default", () => {
  const { divisions } = read({
    versions: [
      { version: "1", pages: [] },
      { version: "2", default: true, languages: [{ language: "en" }, { language: "de" }] },
    ],
  });
  expect(divisions.map((division) => division.isDefault)).toEqual([false, true]);
  expect(divisions[1]?.divisions.map((division) => division.isDefault)).toEqual([true, false]);
});
