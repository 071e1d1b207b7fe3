import { expect, test } from "vitest";
import { joinFile } from "../../../platform/join-file.ts";
import { english, type FrameWords, findTranslations } from "../../translations/find-translations.ts";
import { printSidebar } from "./sidebar-entries.ts";
import type { SidebarEntry } from "./site-frame.ts";

const page = (url: string): SidebarEntry => ({ kind: "page", url, title: url.slice(1).toUpperCase() });
const group = (
  label: string,
  entries: SidebarEntry[],
  more: { url?: string; expanded?: boolean } = {},
): SidebarEntry => ({
  kind: "group",
  label,
  expanded: false,
  entries,
  ...more,
});

const tree: SidebarEntry[] = [
  page("/a"),
  group("One", [
    page("/b"),
    group("Deep", [page("/c"), group("Deeper", [page("/d")])]),
    group("Open", [page("/e")], { expanded: true }),
    group("Rooted", [page("/f")], { url: "/root" }),
  ]),
  page("/b"),
];

test("the sidebar marks only the current page, wherever it appears", () => {
  const shown = show(tree, "/b", english.frame);
  expect(shown.match(/<a href="\/b" aria-current="page">B<\/a>/g)).toHaveLength(2);
  expect(shown.match(/aria-current/g)).toHaveLength(2);
  expect(show(tree, "/nowhere", english.frame)).not.toContain("aria-current");
});

test("sidebar groups around the current page are open, and other groups are as the author set them", () => {
  expect(folds(show(tree, "/a", english.frame))).toEqual({
    Deep: false,
    Deeper: false,
    Open: true,
    "Pages in Rooted": false,
  });
  expect(folds(show(tree, "/d", english.frame))).toEqual({
    Deep: true,
    Deeper: true,
    Open: true,
    "Pages in Rooted": false,
  });
  expect(folds(show(tree, "/f", english.frame))["Pages in Rooted"]).toBe(true);
});

test("a sidebar group is open on its own page", () => {
  const shown = show(tree, "/root", english.frame);
  expect(shown).toContain('<a href="/root" aria-current="page">Rooted</a>');
  expect(folds(shown)["Pages in Rooted"]).toBe(true);
});

test("the HTML of a sidebar link is little more than its URL and title", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => page(`/${index}`));
  const words = many.reduce(
    (sum, entry) => sum + (entry.kind === "page" ? entry.url.length + entry.title.length : 0),
    0,
  );
  expect((show(many, "/1", english.frame).length - words) / 1_000).toBeLessThan(26);
});

function folds(shown: string): Record<string, boolean> {
  const found = shown.matchAll(/<details( open)?><summary(?: class="fold" aria-label="([^"]*)")?>([^<]*)/g);
  return Object.fromEntries([...found].map(([, open, label, text]) => [label ?? text, open !== undefined]));
}

test("a deprecated page has a translated tag in the sidebar unless it has its own tag", () => {
  const pages: SidebarEntry[] = [
    { kind: "page", url: "/old", title: "Old", isDeprecated: true },
    { kind: "page", url: "/own", title: "Own", tag: "v1" },
  ];
  const shown = show(pages, "/", findTranslations("de").frame);
  expect(shown).toContain('<span>Old</span> <span class="tag">Veraltet</span>');
  expect(shown).toContain('<span>Own</span> <span class="tag">v1</span>');
});

/** The sidebar as a page shows it. */
function show(entries: SidebarEntry[], currentUrl: string, words: FrameWords): string {
  const { bytes, marksOf } = printSidebar(entries, words);
  return joinFile(Buffer.alloc(0), bytes, { topAt: 0, topBytes: 0, at: 0, marks: marksOf(currentUrl) }).toString();
}
