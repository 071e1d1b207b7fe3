import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonValue } from "../../source/json-value.ts";
import { yamlText } from "./yaml-text.ts";

test("any JSON value written as YAML can be read back", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(parse(yamlText(value as JsonValue), { uniqueKeys: false })).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("text that YAML would parse as another type is quoted", () => {
  const value = { no: "yes", "200": "1.0", a: ["- b", "c: d", "#e", "", " f", "null", "plain words"] };
  expect(parse(yamlText(value))).toEqual(value);
  expect(yamlText({ a: "plain words" })).toBe("a: plain words");
});
