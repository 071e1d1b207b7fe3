import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { createSchemaReader } from "../read/normal-schema.ts";
import { exampleValue } from "./example-value.ts";

function make(schema: JsonValue, schemas: JsonObject = {}, requiredOnly = false): JsonValue {
  const reader = createSchemaReader({ file: "a.json", root: { components: { schemas } } });
  return exampleValue(reader, schema, { direction: "request", requiredOnly });
}

test("what the author gives comes first, then the default, then the first choice", () => {
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

test("fields that only the server sets, deprecated ones and optional ones can be left out", () => {
  const properties = {
    id: { readOnly: true },
    old: { deprecated: true },
    name: { type: "string" },
    note: { type: "string" },
  };
  expect(make({ properties, required: ["name"] })).toEqual({ name: "<string>", note: "<string>" });
  expect(make({ properties, required: ["name"] }, {}, true)).toEqual({ name: "<string>" });
});

test("an object that holds itself ends at once", () => {
  const Node = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, next: { $ref: "#/components/schemas/Node" } },
  };
  expect(make({ $ref: "#/components/schemas/Node" }, { Node })).toEqual({ id: 1 });
});

test("objects that hold objects that hold objects end within the bound", () => {
  const schemas: JsonObject = {};
  for (let at = 0; at < 40; at += 1) {
    const next = { $ref: `#/components/schemas/S${at + 1}` };
    schemas[`S${at}`] = { type: "object", properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, next])) };
  }
  expect(JSON.stringify(make({ $ref: "#/components/schemas/S0" }, schemas)).length).toBeLessThan(50_000);
});
