import { expect, test } from "vitest";
import { findFaintColors } from "./site-colors.ts";

test("an accent with enough contrast is not faint", () => {
  expect(findFaintColors({ primary: "#166534", light: "#4ade80" })).toEqual([]);
});

test("a pale accent is faint in light mode, and a deep accent in dark mode unless dark mode has its own accent", () => {
  expect(findFaintColors({ primary: "#ffd60a" })).toMatchObject([{ key: "primary", mode: "light" }]);
  expect(findFaintColors({ primary: "#000080" })).toMatchObject([{ key: "primary", mode: "dark" }]);
  expect(findFaintColors({ primary: "#000080", light: "#202020" })).toMatchObject([{ key: "light", mode: "dark" }]);
});

test("the contrast of an accent is measured on the author's background", () => {
  const gray = { primary: "#707070", light: "#ffffff" };
  expect(findFaintColors(gray)).toEqual([]);
  expect(findFaintColors({ ...gray, background: { light: "#e8e8e8" } })).toMatchObject([{ mode: "light" }]);
});

test("a faint accent is reported with the color that readers see instead", () => {
  const [faint] = findFaintColors({ primary: "#16A34A", light: "#4ade80" });
  expect(faint?.contrast).toBeCloseTo(3.3, 1);
  expect(faint?.shown).toMatch(/^#[0-9a-f]{6}$/);
});
