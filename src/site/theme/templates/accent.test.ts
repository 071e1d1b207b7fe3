import { expect, test } from "vitest";
import { accentForDark, accentForLight, filled } from "./accent.ts";
import { contrast, type Oklch, parseHex } from "./oklch.ts";

const white: Oklch = { lightness: 1, chroma: 0, hue: 0 };
const dark: Oklch = { lightness: 0.165, chroma: 0.008, hue: 260 };

test("an accent color with enough contrast is not changed", () => {
  expect(accentForLight(parseHex("#166534"), white)).toEqual(parseHex("#166534"));
});

test("a pale color is darkened for a white background, and a dark color is lightened for a black background", () => {
  expect(accentForLight(parseHex("#ffff00"), white).lightness).toBeLessThan(0.65);
  expect(accentForDark(parseHex("#000080"), dark).lightness).toBeGreaterThan(0.5);
  expect(accentForLight(parseHex("#fff"), white).chroma).toBeCloseTo(0, 3);
});

test.each([
  ["#0177ff", "white"],
  ["#3b82f6", "white"],
  ["#16a34a", "white"],
  ["#8b5cf6", "white"],
  ["#ef4444", "white"],
  ["#f97316", "black"],
  ["#22c55e", "black"],
  ["#ffd60a", "black"],
])("text on a button in %s is %s", (hex, expected) => {
  expect(filled(parseHex(hex)).text.lightness > 0.5 ? "white" : "black").toBe(expected);
});

test.each(["#ffffff", "#000000", "#4cc9f0", "#f72585", "#ffd60a", "#16A34A", "#808080"])(
  "text in and on the accent %s is readable in both modes",
  (hex) => {
    const color = parseHex(hex);
    expect(contrast(accentForLight(color, white), white)).toBeGreaterThan(4.5);
    expect(contrast(accentForDark(color, dark), dark)).toBeGreaterThan(4.5);
    const { fill, text } = filled(color);
    expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
  },
);
