import { expect, test } from "vitest";
import { oneLine } from "./collapse-whitespace.ts";

test("whitespace between words collapses to one plain space", () => {
  expect(oneLine("one  two\nthree \t\r\n four\u00a0five")).toBe("one two three four five");
});

test("oneLine removes whitespace at both ends", () => {
  expect(oneLine(" \n one\u2003")).toBe("one");
  expect(oneLine(" \t")).toBe("");
});
