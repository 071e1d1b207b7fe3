import { expect, test } from "vitest";
import { findFaintColors } from "./site-colors.ts";

test("an accent that can be read on its ground is not faint", () => {
  expect(findFaintColors({ primary: "#166534", light: "#4ade80" })).toEqual([]);
});

test("a pale accent is faint on light pages, and a deep one on dark pages unless they have their own", () => {
  expect(findFaintColors({ primary: "#ffd60a" })).toMatchObject([{ key: "primary", mode: "light" }]);
  expect(findFaintColors({ primary: "#000080" })).toMatchObject([{ key: "primary", mode: "dark" }]);
  expect(findFaintColors({ primary: "#000080", light: "#202020" })).toMatchObject([{ key: "light", mode: "dark" }]);
});

test("what is faint depends on the ground that the author has chosen", () => {
  const grey = { primary: "#707070", light: "#ffffff" };
  expect(findFaintColors(grey)).toEqual([]);
  expect(findFaintColors({ ...grey, background: { light: "#e8e8e8" } })).toMatchObject([{ mode: "light" }]);
});

test("the colour that readers see instead is named", () => {
  const [faint] = findFaintColors({ primary: "#16A34A", light: "#4ade80" });
  expect(faint?.contrast).toBeCloseTo(3.3, 1);
  expect(faint?.shown).toMatch(/^#[0-9a-f]{6}$/);
});
