import { expect, test } from "vitest";
import { oneLine } from "./even-spaces.ts";

test("whatever stands between words, one plain space is left of it", () => {
  expect(oneLine("one  two\nthree \t\r\n four\u00a0five")).toBe("one two three four five");
});

test("nothing is left of the space at the ends of a text", () => {
  expect(oneLine(" \n one\u2003")).toBe("one");
  expect(oneLine(" \t")).toBe("");
});
