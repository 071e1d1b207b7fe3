import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.ts";

test("a typo finds its word, a different word finds none", () => {
  const words = ["navigation", "navbar", "name", "theme"];
  expect(nearestWord("navigatoin", words)).toBe("navigation");
  expect(nearestWord("Theme", words)).toBe("theme");
  expect(nearestWord("nme", words)).toBe("name");
  expect(nearestWord("contextual", words)).toBeUndefined();
});
