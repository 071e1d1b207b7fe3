import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { normalizeSchema } from "./normal-schema.ts";

function normalize(schema: JsonValue, schemas: JsonObject = {}) {
  return normalizeSchema({ file: "openapi.json", root: { components: { schemas } } }, schema);
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test("the parts of allOf are merged in order, and keywords next to allOf take precedence", () => {
  const merged = normalize(
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
  ["nullable in OpenAPI 3.0", { type: "string", nullable: true }],
  ["a list of types in OpenAPI 3.1", { type: ["string", "null"] }],
  ["anyOf with null, as generators write it", { anyOf: [{ type: "string" }, { type: "null" }] }],
  ["a reference or null", { oneOf: [ref("Text"), { type: "null" }] }],
])("a schema with %s is a nullable string", (_, schema) => {
  const { types, nullable, variants } = normalize(schema, { Text: { type: "string" } });
  expect({ types, nullable, variants }).toEqual({ types: ["string"], nullable: true, variants: undefined });
});

test("a description next to a reference applies to that use only", () => {
  const schemas = { User: { type: "object", description: "A user." } };
  expect(normalize({ ...ref("User"), description: "The owner." }, schemas).keywords.description).toBe("The owner.");
  expect(normalize(ref("User"), schemas).keywords.description).toBe("A user.");
});

test("if two schemas include each other with allOf, each has the fields of both", () => {
  const schemas = {
    A: { allOf: [ref("B")], properties: { a: {} } },
    B: { allOf: [ref("A")], properties: { b: {} } },
  };
  expect([...normalize(ref("A"), schemas).properties.keys()].toSorted()).toEqual(["a", "b"]);
});

test("an allOf chain in which every schema names the next one twice is followed only once", () => {
  const schemas: JsonObject = { S60: { properties: { end: {} } } };
  for (let at = 0; at < 60; at += 1) schemas[`S${at}`] = { allOf: [ref(`S${at + 1}`), ref(`S${at + 1}`)] };
  // Following both references would take forever. The end of the chain is too deep and is left out.
  expect(normalize(ref("S0"), schemas).references).toEqual(new Set(["#/components/schemas/S0"]));
  expect([...normalize(ref("S30"), schemas).properties.keys()]).toEqual(["end"]);
});

test("a property can have any name, even __proto__", () => {
  const schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {}}}') as JsonObject;
  const { properties } = normalize({ allOf: [schema, schema] });
  expect([...properties.keys()]).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).type).toBeUndefined();
});
