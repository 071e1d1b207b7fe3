import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { exampleValue } from "./example-value.ts";

function make(schema: JsonValue, schemas: JsonObject = {}, requiredOnly = false): JsonValue {
  const document = { file: "a.json", root: { components: { schemas } } };
  return exampleValue(document, schema, { direction: "request", requiredOnly });
}

test("the value of a sample is the author's example, or otherwise the default or the first allowed value", () => {
  const properties = {
    a: { type: "string", example: "x", default: "y" },
    b: { type: "string", default: "y", enum: ["z"] },
    c: { type: "string", enum: ["z"] },
    d: { type: "integer", minimum: 5 },
    e: { type: "string", format: "email" },
    f: { type: "array", items: { type: "boolean" } },
  };
  expect(make({ properties })).toEqual({ a: "x", b: "y", c: "z", d: 5, e: "jane@example.com", f: [true] });
});

test("a sample can leave out read-only, deprecated and optional fields", () => {
  const properties = {
    id: { readOnly: true },
    old: { deprecated: true },
    name: { type: "string" },
    note: { type: "string" },
  };
  expect(make({ properties, required: ["name"] })).toEqual({ name: "<string>", note: "<string>" });
  expect(make({ properties, required: ["name"] }, {}, true)).toEqual({ name: "<string>" });
});

test("the sample of an object that contains itself is not repeated inside it", () => {
  const Node = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, next: { $ref: "#/components/schemas/Node" } },
  };
  expect(make({ $ref: "#/components/schemas/Node" }, { Node })).toEqual({ id: 1 });
});

test("the sample of deeply nested objects stays within the limit", () => {
  const schemas: JsonObject = {};
  for (let at = 0; at < 40; at += 1) {
    const next = { $ref: `#/components/schemas/S${at + 1}` };
    schemas[`S${at}`] = { type: "object", properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, next])) };
  }
  expect(JSON.stringify(make({ $ref: "#/components/schemas/S0" }, schemas)).length).toBeLessThan(50_000);
});
