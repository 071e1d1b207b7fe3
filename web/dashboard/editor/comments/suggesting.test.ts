import { expect, test } from "vitest";
import { suggestionsOf } from "./suggesting.ts";

/** The text after all suggestions were accepted. */
function accepted(base: string, mine: string, now = base): string {
  return suggestionsOf(base, mine, now).reduceRight(
    (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
    now,
  );
}

const page = "# Plants\n\nWater them.\n\nGive them light.\n";

test.each([
  ["a changed word", page.replace("Water", "Feed")],
  ["a new paragraph", page.replace("them.\n\n", "them.\n\nTalk to them.\n\n")],
  ["a new first line", `Hello.\n\n${page}`],
  ["a removed paragraph", page.replace("Water them.\n\n", "")],
  ["text at the end", `${page}\nMore.\n`],
  ["several changes", page.replace("Plants", "Flowers").replace("light.", "light.\n\nAnd music.")],
])("accepting the suggestions for %s gives the suggested text", (_what, mine) => {
  expect(accepted(page, mine)).toBe(mine);
});

test("every suggestion is about existing text", () => {
  const suggestions = suggestionsOf(page, page.replace("them.\n\n", "them.\n\nTalk to them.\n\n"), page);
  expect(suggestions.map(({ start, end }) => page.slice(start, end).trim())).toEqual(["Water them."]);
});

test("changes by others meanwhile aren't suggested to be undone", () => {
  const mine = page.replace("Give them", "They need");
  const now = page.replace("Water them.", "Water them daily.");
  expect(suggestionsOf(page, mine, now)).toHaveLength(1);
  expect(accepted(page, mine, now)).toBe(now.replace("Give them", "They need"));
});
