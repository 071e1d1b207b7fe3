import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { dependsOnGroups, keepForReaders } from "./keep-for-readers.ts";

const forAlpha = { "x-mint": { groups: ["alpha"] } };
const schemaOf = (schema: JsonObject, others: JsonObject = {}): JsonObject => ({
  components: { schemas: { Thing: schema, ...others } },
});
const keptFor = (reader: readonly string[] | "public", schema: JsonObject, others?: JsonObject) => {
  const { root, ...facts } = keepForReaders(schemaOf(schema, others), reader);
  return { ...facts, text: JSON.stringify(root) };
};

test("a part is kept for readers in one of its groups, without the names of the groups", () => {
  const schema = { properties: { seen: {}, secret: { type: "string", ...forAlpha } } };
  const kept = keptFor(["alpha"], schema);
  expect(kept).toMatchObject({ hidesParts: false, groups: ["alpha"] });
  expect(kept.text).toContain('"secret":{"type":"string"}');
  expect(keptFor(["beta"], schema).text).toBe(JSON.stringify(schemaOf({ properties: { seen: {} } })));
  expect(keptFor("public", schema)).toMatchObject({ hidesParts: true, groups: ["alpha"] });
});

test("groups that can't be read are for nobody, and a property may be named like the extension", () => {
  const schema = { properties: { secret: { "x-mint": { groups: 7 } }, "x-mint": { properties: { groups: {} } } } };
  expect(keptFor([], schema).text).not.toContain("secret");
  expect(keptFor([], schema).text).toContain('"x-mint":{"properties":{"groups":{}}}');
});

test("a schema for a group hides everything that refers to it, also in circles", () => {
  const self = { $ref: "#/components/schemas/Secret" };
  const others = {
    Secret: { ...forAlpha, properties: { again: self, inside: {} } },
    Loop: { $ref: "#/components/schemas/Loop" },
  };
  const schema = {
    properties: { one: self, loop: { $ref: "#/components/schemas/Loop" } },
    items: self,
    anyOf: [self, {}],
  };
  const kept = JSON.parse(keptFor(["beta"], schema, others).text);
  expect(kept.components.schemas).toEqual({
    Thing: { properties: { loop: { $ref: "#/components/schemas/Loop" } }, anyOf: [{}] },
    Secret: {},
    Loop: { $ref: "#/components/schemas/Loop" },
  });
});

test("examples lose what their schema hides, at any depth", () => {
  const schema = {
    type: "object",
    allOf: [{ properties: { secret: forAlpha, list: { items: { properties: { secret: forAlpha } } } } }],
    additionalProperties: { properties: { hidden: forAlpha } },
    example: { secret: 1, list: [{ secret: 2, b: 3 }], other: { hidden: 4, c: 5 } },
  };
  expect(keptFor([], schema).text).toContain('"example":{"list":[{"b":3}],"other":{"c":5}}');
  expect(keptFor(["alpha"], schema).text).toContain('"example":{"secret":1,"list":[{"secret":2,"b":3}]');
});

test("a condition in a text makes the description depend on groups", () => {
  const content = '{user.groups?.includes("alpha") && "Secret"}';
  const schema = { "x-mint": { content } };
  expect(keptFor([], schema)).toMatchObject({ asksGroups: true, groups: ["alpha"], hidesParts: false });
  expect(dependsOnGroups(JSON.stringify(schema))).toBe(true);
  expect(dependsOnGroups('{"paths":{"/groups":{}}}')).toBe(false);
});

test("many schemas that combine each other are read in bounded time", () => {
  const names = Array.from({ length: 200 }, (_, index) => `S${index}`);
  const others = Object.fromEntries(
    names.map((name, index) => {
      const next = { $ref: `#/components/schemas/S${index + 1}` };
      return [name, { allOf: [next, next, next], properties: { secret: forAlpha }, required: ["secret"] }];
    }),
  );
  const start = { allOf: [{ $ref: "#/components/schemas/S0" }], required: ["secret"], example: { secret: 1 } };
  expect(keptFor([], start, others).text).not.toContain("secret");
});
