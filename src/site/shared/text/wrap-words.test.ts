import { expect, test } from "vitest";
import { textWidth, wrapWords } from "./wrap-words.ts";

const box = { fontSize: 60, width: 600, linesMax: 2 };

test("a text is wrapped to as many lines as it needs", () => {
  expect(wrapWords("Start", box)).toEqual(["Start"]);
  expect(wrapWords("A title of some more words", box)).toEqual(["A title of some more", "words"]);
  expect(wrapWords("", box)).toEqual([]);
});

test("text that doesn't fit in the box ends with an ellipsis", () => {
  const lines = wrapWords("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", box);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
});

test("no wrapped line is wider than its box, not even a single long word", () => {
  for (const text of ["W".repeat(200), "supercalifragilistic ".repeat(9), "il".repeat(300)]) {
    for (const line of wrapWords(text, box)) expect(textWidth(line, box.fontSize)).toBeLessThanOrEqual(box.width);
  }
});
