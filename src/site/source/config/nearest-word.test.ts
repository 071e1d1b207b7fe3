import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.ts";

test("the nearest word is found for a typo, and none for a different word", () => {
  const words = ["navigation", "navbar", "name", "theme"];
  expect(nearestWord("navigatoin", words)).toBe("navigation");
  expect(nearestWord("Theme", words)).toBe("theme");
  expect(nearestWord("nme", words)).toBe("name");
  expect(nearestWord("contextual", words)).toBeUndefined();
});
