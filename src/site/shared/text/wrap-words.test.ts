import { expect, test } from "vitest";
import { textWidth, wrapWords } from "./wrap-words.ts";

const box = { fontSize: 60, width: 600, linesMax: 2 };

test("words take as many lines as they need", () => {
  expect(wrapWords("Start", box)).toEqual(["Start"]);
  expect(wrapWords("A title of some more words", box)).toEqual(["A title of some more", "words"]);
  expect(wrapWords("", box)).toEqual([]);
});

test("overflow is replaced by an ellipsis", () => {
  const lines = wrapWords("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", box);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
});

test("no line is wider than its box, not even a single word", () => {
  for (const text of ["W".repeat(200), "supercalifragilistic ".repeat(9), "il".repeat(300)]) {
    for (const line of wrapWords(text, box)) expect(textWidth(line, box.fontSize)).toBeLessThanOrEqual(box.width);
  }
});
