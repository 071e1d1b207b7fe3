import { expect, test } from "vitest";
import { titleFromSlug } from "./page-url.ts";

test.each([
  ["quick-start", "Quick start"],
  ["guides/set_up--now", "Set up now"],
  ["guides/index", "Guides"],
  ["index", "Index"],
  ["guides/index-files", "Index files"],
])("a page at %s without a title gets the title %s", (slug, title) => {
  expect(titleFromSlug(slug)).toBe(title);
});
