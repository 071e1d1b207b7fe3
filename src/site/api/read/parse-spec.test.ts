import { expect, test } from "vitest";
import { BuildProblem, describeProblem } from "../../shared/build-problem.ts";
import { parseSpec } from "./parse-spec.ts";

function problemOf(text: string, file: string): string {
  try {
    parseSpec(text, file);
  } catch (error) {
    if (error instanceof BuildProblem) return describeProblem(error);
    throw error;
  }
  return "";
}

test("YAML anchors in an API description are resolved", () => {
  const text = "openapi: 3.0.0\nx: &a {type: string}\nresponses: {200: *a}\n";
  expect(parseSpec(text, "a.yaml")).toEqual({
    openapi: "3.0.0",
    x: { type: "string" },
    responses: { "200": { type: "string" } },
  });
});

test("a syntax error in an API description is reported with its line", () => {
  expect(problemOf('{\n  "a": 1,\n}', "a.json")).toMatch(/^a\.json:3:1: is not valid JSON/);
  expect(problemOf("a: 1\nb: [1, 2\nc: 3\n", "a.yaml")).toMatch(/^a\.yaml:3:1: is not valid YAML/);
  expect(problemOf("- a\n", "a.yaml")).toBe("a.yaml: is not an API description: it must contain one object");
});

test("YAML aliases that expand to billions of values are rejected", () => {
  const lines = ["a0: &a0 [x, x]"];
  for (let at = 1; at < 40; at += 1) lines.push(`a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`);
  expect(problemOf(lines.join("\n"), "a.yaml")).toContain("its aliases expand too far");
});

test("lists and maps as YAML keys are rejected instead of being converted to text", () => {
  expect(problemOf(`${"? ".repeat(400)}a: 1`, "a.yaml")).toContain("has lists or maps as keys");
  expect(problemOf(`${"{".repeat(200)}a: 1${"}: 1".repeat(200)}`, "a.yaml")).toContain("has lists or maps as keys");
});

test("a YAML alias that contains itself is rejected", () => {
  expect(problemOf("a: &a\n  b: *a\n", "a.yaml")).toContain("nested more than");
});

test("an API description with deeply nested brackets is rejected in JSON and YAML", () => {
  const deep = 50_000;
  expect(problemOf(`{"a":${"[".repeat(deep)}${"]".repeat(deep)}}`, "a.json")).toContain("nested more than");
  expect(problemOf(`a: ${"[".repeat(deep)}${"]".repeat(deep)}`, "a.yaml")).not.toBe("");
});

test("keys of an API description such as __proto__ are plain keys", () => {
  for (const [text, file] of [
    ['{"__proto__": {"polluted": 1}}', "a.json"],
    ["__proto__: {polluted: 1}", "a.yaml"],
  ] as const) {
    const root = parseSpec(text, file);
    expect(Object.keys(root)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  }
});
