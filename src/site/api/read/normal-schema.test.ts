import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { createSchemaReader, normaliseSchema } from "./normal-schema.ts";

function normalise(schema: JsonValue, schemas: JsonObject = {}) {
  const reader = createSchemaReader({ file: "openapi.json", root: { components: { schemas } } });
  return normaliseSchema(reader, schema);
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test("the parts of allOf are merged in order, and what stands beside it wins", () => {
  const merged = normalise(
    { allOf: [ref("Base"), { required: ["b"], properties: { b: { type: "string" } } }], description: "Mine." },
    { Base: { type: "object", description: "Base.", required: ["a"], properties: { a: { type: "integer" } } } },
  );
  expect([...merged.properties.keys()]).toEqual(["a", "b"]);
  expect([...merged.required]).toEqual(["a", "b"]);
  expect(merged.types).toEqual(["object"]);
  expect(merged.keywords.description).toBe("Mine.");
  expect(merged.name).toBe("Base");
});

test.each<[string, JsonValue]>([
  ["nullable of OpenAPI 3.0", { type: "string", nullable: true }],
  ["a list of types of OpenAPI 3.1", { type: ["string", "null"] }],
  ["anyOf with null, as generators write it", { anyOf: [{ type: "string" }, { type: "null" }] }],
  ["a reference or null", { oneOf: [ref("Text"), { type: "null" }] }],
])("%s is a string that may be null", (_, schema) => {
  const { types, nullable, variants } = normalise(schema, { Text: { type: "string" } });
  expect({ types, nullable, variants }).toEqual({ types: ["string"], nullable: true, variants: undefined });
});

test("a description beside a reference describes this use of it only", () => {
  const schemas = { User: { type: "object", description: "A user." } };
  expect(normalise({ ...ref("User"), description: "The owner." }, schemas).keywords.description).toBe("The owner.");
  expect(normalise(ref("User"), schemas).keywords.description).toBe("A user.");
});

test("schemas that are merged from each other end, with the fields that each of them has", () => {
  const schemas = {
    A: { allOf: [ref("B")], properties: { a: {} } },
    B: { allOf: [ref("A")], properties: { b: {} } },
  };
  expect([...normalise(ref("A"), schemas).properties.keys()].toSorted()).toEqual(["a", "b"]);
});

test("a chain of allOf that names the next one twice is followed once", () => {
  const schemas: JsonObject = { S60: { properties: { end: {} } } };
  for (let at = 0; at < 60; at += 1) schemas[`S${at}`] = { allOf: [ref(`S${at + 1}`), ref(`S${at + 1}`)] };
  // Followed each time, this would take longer than anyone could wait. The end is too deep, and is left out.
  expect(normalise(ref("S0"), schemas).references).toEqual(new Set(["#/components/schemas/S0"]));
  expect([...normalise(ref("S30"), schemas).properties.keys()]).toEqual(["end"]);
});

test("names of properties are only names", () => {
  const schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {}}}') as JsonObject;
  const { properties } = normalise({ allOf: [schema, schema] });
  expect([...properties.keys()]).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).type).toBeUndefined();
});
