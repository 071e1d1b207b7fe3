import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.ts";

test("the nearest word is found for a typo, and none for a different word", () => {
  const words = ["navigation", "navbar", "name", "theme"];
  expect(nearestWord("navigatoin", words)).toBe("navigation");
  expect(nearestWord("Theme", words)).toBe("theme");
  expect(nearestWord("nme", words)).toBe("name");
  expect(nearestWord("contextual", words)).toBeUndefined();
});

test("a short word is only a typo of a word that starts alike or differs in one letter", () => {
  expect(nearestWord("root", ["boost", "tag", "icon"])).toBeUndefined();
  expect(nearestWord("Banner", ["Danger", "Badge", "Panel"])).toBeUndefined();
  expect(nearestWord("c.json", ["a.json"])).toBe("a.json");
  expect(nearestWord("Crad", ["Badge", "Card"])).toBe("Card");
});
