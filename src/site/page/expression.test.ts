import { expect, test } from "vitest";
import { readExpression } from "./expression.ts";
import type { Scope } from "./render-context.ts";

const scope: Scope = new Map([
  ["word", { kind: "value", value: "green" }],
  ["nested", { kind: "value", value: { list: [1, { deep: true }] } }],
  ["Part", { kind: "snippet", file: "snippets/part.mdx" }],
]);

test.each<[string, unknown]>([
  ["3", 3],
  ["-1.5", -1.5],
  ["true", true],
  ["null", null],
  ["'text'", "text"],
  ["`plain`", "plain"],
  ['"with \\n escape"', "with \n escape"],
  ["[1, 'a', { b: 2 }]", [1, "a", { b: 2 }]],
  ["{ a: { b: [] } }", { a: { b: [] } }],
  ["word", "green"],
  ["nested.list[1].deep", true],
  ["`a $" + "{word} b`", "a green b"],
  ["!false", true],
  ["/* comment */", undefined],
  ["", undefined],
])("%s is read as a literal", (source, value) => {
  const result = readExpression(source, scope);
  expect(result.ok && JSON.parse(JSON.stringify(result.value ?? null))).toEqual(value ?? null);
});

test.each([
  "alert(1)",
  "word.constructor",
  "word.length",
  "nested.__proto__",
  "nested['constructor']",
  "Part",
  "unknown",
  "() => 1",
  "new Date()",
  "a = 1",
  "/x/",
  "this",
  "1 + 1",
  "import('x')",
  "globalThis",
  "{ ...nested }",
  "{ get a() { return 1 } }",
  "not javascript",
  "1)(2",
])("%s is never evaluated", (source) => {
  expect(readExpression(source, scope)).toEqual({ ok: false });
});

test("a literal cannot reach a prototype", () => {
  const result = readExpression('{ "__proto__": { polluted: true }, a: 1 }', scope);
  expect(result.ok && Object.keys(result.value as object)).toEqual(["a"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
