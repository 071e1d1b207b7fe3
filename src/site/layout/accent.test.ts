import { expect, test } from "vitest";
import { accentForDark, accentForLight } from "./accent.ts";

const lightness = (color: string) => Number(/oklch\(([\d.]+)/.exec(color)?.[1]);

test("a colour that can be read stays as it is", () => {
  expect(lightness(accentForLight("#15803D"))).toBeCloseTo(0.527, 2);
});

test("a pale colour is darkened for white and a dark one is lightened for black", () => {
  expect(lightness(accentForLight("#ffff00"))).toBeLessThan(0.65);
  expect(lightness(accentForDark("#000080"))).toBeGreaterThan(0.5);
  expect(accentForLight("#fff")).toMatch(/^oklch\(0\.\d+ 0\.000 /);
});
