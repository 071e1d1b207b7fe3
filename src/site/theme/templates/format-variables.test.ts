import { expect, test } from "vitest";
import { formatVariables } from "./format-variables.ts";

test("the color variables of the format are RGB triplets, to which stylesheets can add an opacity", () => {
  const rules = formatVariables({ primary: "#16A34A", light: "#4d8" });
  expect(rules).toContain("--primary:22 163 74;--primary-light:68 221 136;--primary-dark:22 163 74;");
  expect(rules).toMatch(/--gray-950:\d+ \d+ \d+;/);
  expect(rules).toContain("--font-jetbrains-mono:var(--mono)");
});
