import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { SchemaView } from "./api-view.ts";
import { viewSchema, viewWithinBudget } from "./schema-view.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function view(schema: JsonValue, schemas: JsonObject = {}, direction?: "request" | "response"): SchemaView {
  const document = { file: "openapi.json", root: { components: { schemas } } };
  const shown = viewWithinBudget([], (budget) => viewSchema(document, schema, budget, direction));
  if (shown === undefined) throw new Error("nothing to show");
  return shown;
}

const field = (schema: SchemaView, name: string) => schema.fields.find((one) => one.name === name)?.schema;

test("a recursive schema is cut where it repeats", () => {
  const schemas = {
    Node: { type: "object", properties: { next: ref("Node"), list: { type: "array", items: ref("Node") } } },
  };
  const node = view(ref("Node"), schemas);
  expect(field(node, "next")).toMatchObject({ cut: "cycle", name: "Node", fields: [] });
  expect(field(node, "list")?.items).toMatchObject({ cut: "cycle" });
});

test("a schema with a property of the type that it extends is not a cycle", () => {
  const schemas = {
    Pet: { type: "object", properties: { name: { type: "string" } } },
    Cat: { allOf: [ref("Pet")], properties: { friend: ref("Pet") } },
  };
  expect(field(view(ref("Cat"), schemas), "friend")).toMatchObject({ cut: undefined });
  expect(field(view(ref("Cat"), schemas), "friend")?.fields.map(({ name }) => name)).toEqual(["name"]);
});

test.each<[JsonValue, string]>([
  [{ type: "string", format: "date-time" }, "string<date-time>"],
  [{ type: ["integer", "null"] }, "integer | null"],
  [{ type: "array", items: { type: "array", items: { type: "number" } } }, "number[][]"],
  [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
  [{ enum: [1, 2] }, "enum<number>"],
  [{ oneOf: [{ type: "string" }, { type: "integer" }] }, "string | integer"],
  [{ properties: { a: {} } }, "object"],
  [{ additionalProperties: { type: "string" } }, "object"],
  [{ type: "string", format: "binary" }, "file"],
  [{}, "any"],
  [true, "any"],
])("a schema %j is shown with the type %s", (schema, type) => {
  expect(view(schema).type).toBe(type);
});

test.each<[JsonValue, [string, string][]]>([
  [{ type: "integer", minimum: 1, exclusiveMaximum: 5 }, [["range", "1 ≤ x < 5"]]],
  [{ type: "integer", minimum: 0, exclusiveMinimum: true }, [["range", "x > 0"]]],
  [{ type: "string", minLength: 2, maxLength: 2 }, [["length", "2"]]],
  [
    { type: "string", default: "", pattern: "^a" },
    [
      ["default", '""'],
      ["pattern", "^a"],
    ],
  ],
  [{ const: { a: 1 } }, [["always", '{"a":1}']]],
])("the rules of the schema %j are listed", (schema, facts) => {
  expect(view(schema).facts.map(({ label, value }) => [label, value])).toEqual(facts);
});

test("if a value can have several plain types, each rule says which type it applies to", () => {
  const schema = {
    anyOf: [
      { type: "string", minLength: 2, pattern: "^a", default: "ab" },
      { type: "integer", maximum: 9 },
      { type: "string", enum: ["x", "y"] },
      { type: "null" },
    ],
  };
  const shown = view(schema);
  expect(shown.variants).toBeUndefined();
  expect(shown.facts).toEqual([
    { label: "length", value: { word: "atLeast", values: { count: "2" } }, of: "string" },
    { label: "pattern", value: "^a", of: "string" },
    { label: "range", value: "x ≤ 9", of: "integer" },
    { label: "oneOf", value: "x, y", of: "enum<string>" },
  ]);
});

test("a request hides read-only fields, and a response hides write-only fields", () => {
  const schema = {
    properties: { id: { type: "string", readOnly: true }, secret: { type: "string", writeOnly: true }, name: {} },
  };
  expect(view(schema, {}, "request").fields.map(({ name }) => name)).toEqual(["secret", "name"]);
  expect(view(schema, {}, "response").fields.map(({ name }) => name)).toEqual(["id", "name"]);
});

test("an object with ten thousand properties is cut at the limit and shows how many properties are left out", () => {
  const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, { type: "string" }]));
  const shown = view({ type: "object", properties });
  expect(shown.fields.length).toBe(specLimits.fieldsMax);
  expect(shown.fieldsLeftOut).toBe(10_000 - specLimits.fieldsMax);
});

test("a schema with variants of variants stays within the limit", () => {
  const schemas: JsonObject = {};
  for (let at = 0; at < 30; at += 1) {
    schemas[`V${at}`] = { oneOf: Array.from({ length: 30 }, () => ref(`V${at + 1}`)), properties: { a: {}, b: {} } };
  }
  let count = 0;
  const visit = (schema: SchemaView) => {
    count += 1;
    for (const one of schema.fields) visit(one.schema);
    for (const option of schema.variants?.options ?? []) visit(option.schema);
  };
  visit(view(ref("V0"), schemas));
  expect(count).toBeLessThan(specLimits.fieldsMax * 2);
});
