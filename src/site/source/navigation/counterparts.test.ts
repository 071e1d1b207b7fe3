import { expect, test } from "vitest";
import { rootPlace } from "../config/config-report.ts";
import { createCounterpartFinder } from "./counterparts.ts";
import type { Division, NavigationPart } from "./navigation-tree.ts";

function division(kind: "version" | "language", label: string, slugs: string[], divisions: Division[] = []): Division {
  const entries = slugs.map((slug) => ({ kind: "page" as const, slug }));
  return { kind, label, isDefault: false, hidden: false, directory: "none", place: rootPlace, divisions, entries };
}

function switchFrom(divisions: Division[], slug: string, ...trail: Division[]): Record<string, string> {
  const all = new Set<string>();
  const collect = (part: NavigationPart) => {
    for (const entry of part.entries) if (entry.kind === "page") all.add(entry.slug);
    for (const inner of part.divisions) collect(inner);
  };
  for (const part of divisions) collect(part);
  const found = createCounterpartFinder({ divisions, entries: [] }, all)(slug, trail);
  return Object.fromEntries(
    found.map((other) => [other.division.label, `${other.slug}${other.isSamePage ? "" : " (first)"}`]),
  );
}

test("the same page in another version is found, regardless of the names of the version folders", () => {
  const two = division("version", "2", ["v2/index", "v2/guides/run", "v2/old"]);
  const three = division("version", "3", ["index", "guides/run", "new"]);
  const beta = division("version", "beta", ["next/docs/index", "next/docs/guides/run"]);
  const all = [three, two, beta];
  expect(switchFrom(all, "guides/run", three)).toEqual({ "2": "v2/guides/run", beta: "next/docs/guides/run" });
  expect(switchFrom(all, "v2/guides/run", two)).toEqual({ "3": "guides/run", beta: "next/docs/guides/run" });
  expect(switchFrom(all, "v2/old", two)).toEqual({ "3": "index (first)", beta: "next/docs/index (first)" });
});

test("the only translated page of a language links to its original and to no other page", () => {
  const english = division("language", "en", ["index", "guides/start", "api/start"]);
  const german = division("language", "de", ["de/guides/start"]);
  expect(switchFrom([english, german], "de/guides/start", german)).toEqual({ en: "guides/start" });
  expect(switchFrom([english, german], "api/start", english)).toEqual({ de: "de/guides/start (first)" });
});

test("a page shared by two versions isn't its own counterpart", () => {
  const one = division("version", "1", ["v1/a", "shared"]);
  const two = division("version", "2", ["v2/a", "shared"]);
  expect(switchFrom([one, two], "shared", one)).toEqual({ "2": "v2/a (first)" });
});

test("switching the version keeps the language, and switching the language keeps the version", () => {
  const oldEnglish = division("version", "1", ["en/v1/a"]);
  const newEnglish = division("version", "2", ["en/v2/a"]);
  const english = division("language", "en", [], [newEnglish, oldEnglish]);
  const german = division("language", "de", [], [division("version", "2", ["de/v2/a"])]);
  expect(switchFrom([english, german], "en/v2/a", english, newEnglish)).toEqual({ de: "de/v2/a", "1": "en/v1/a" });
});

test("a hidden version isn't offered in the version menu", () => {
  const one = division("version", "1", ["v1/a"]);
  const two = { ...division("version", "2", ["v2/a"]), hidden: true };
  expect(switchFrom([one, two], "v1/a", one)).toEqual({});
});
