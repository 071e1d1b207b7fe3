import fc from "fast-check";
import { expect, test } from "vitest";
import { smallestSplice } from "./smallest-splice.ts";

test("a splice turns one text into the other and never splits an emoji", () => {
  const text = fc.array(fc.constantFrom("a", "b", "😀", "😁", "\n"), { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const splice = smallestSplice(before, after);
      if (splice === undefined) {
        expect(before).toBe(after);
        return;
      }
      const { start, deleted, insert } = splice;
      expect(before.slice(0, start) + insert + before.slice(start + deleted)).toBe(after);
      for (const piece of [before.slice(0, start), before.slice(start, start + deleted), insert]) {
        expect(piece.isWellFormed()).toBe(true);
      }
    }),
  );
});

test("a splice contains only the part that differs", () => {
  expect(smallestSplice("one two three", "one too three")).toEqual({ start: 5, deleted: 1, insert: "o" });
  expect(smallestSplice("aa", "aaa")).toEqual({ start: 2, deleted: 0, insert: "a" });
  expect(smallestSplice("x😀", "x😁")).toEqual({ start: 1, deleted: 2, insert: "😁" });
});
