import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { keepForReaders } from "./keep-for-readers.ts";

const require = createRequire(import.meta.url);
const vocabularies = ["applicator", "unevaluated"].map(
  (name) => require(`ajv/dist/refs/json-schema-2020-12/meta/${name}.json`).properties as JsonObject,
);
/** Every keyword of JSON Schema that contains schemas, and how: as a list, as a map, or alone. Those of old drafts last. */
const keywords = Object.entries<JsonObject>(
  Object.assign({}, ...vocabularies, { additionalItems: {}, dependencies: { type: "object" } }),
).map(([keyword, meta]) => {
  return { keyword, kind: "$ref" in meta ? "list" : meta.type === "object" ? "map" : "one" };
});

const forAlpha = { "x-mint": { groups: ["alpha"] } };
const open = { kept: { type: "string" } };
const closed: JsonObject = { properties: { ...open, hiddenName: { type: "string", ...forAlpha } } };
const found: JsonObject = { kept: "seen", hiddenName: "hidden-value" };

function schemaWith(keyword: string, kind: string, inner: JsonValue = closed): JsonObject {
  return { [keyword]: kind === "list" ? [inner] : kind === "map" ? { part: inner } : inner };
}

/** The value that a keyword's schema applies to. */
function instanceFor(keyword: string): JsonValue {
  if (/items|contains/i.test(keyword)) return [found];
  return /properties$/i.test(keyword) ? { part: found } : { part: 1, ...found };
}

/** Every place of a description where an author writes values that a schema describes. */
const places: Record<string, (schema: JsonObject, value: JsonValue) => JsonObject> = {
  example: (schema, value) => ({ schemas: { S: { ...schema, example: value } } }),
  examples: (schema, value) => ({ schemas: { S: { ...schema, examples: [value] } } }),
  default: (schema, value) => ({ schemas: { S: { ...schema, default: value } } }),
  const: (schema, value) => ({ schemas: { S: { ...schema, const: value } } }),
  enum: (schema, value) => ({ schemas: { S: { ...schema, enum: [value] } } }),
  "example of a media type": (schema, value) => ({
    responses: { R: { content: { "a/b": { schema, example: value } } } },
  }),
  "examples of a media type": (schema, value) => ({
    responses: { R: { content: { "a/b": { schema, examples: { one: { value } } } } } },
  }),
  "examples by reference": (schema, value) => ({
    examples: { E: { value } },
    responses: { R: { content: { "a/b": { schema, examples: { one: { $ref: "#/components/examples/E" } } } } } },
  }),
  "example of a parameter": (schema, value) => ({
    parameters: { P: { name: "p", in: "query", schema, example: value } },
  }),
  "payload of a message": (schema, value) => ({ messages: { M: { payload: schema, examples: [{ payload: value }] } } }),
  "headers of a message": (schema, value) => ({ messages: { M: { headers: schema, examples: [{ headers: value }] } } }),
};

const shownTo = (reader: readonly string[] | "public", components: JsonObject) =>
  JSON.stringify(keepForReaders({ components }, reader).root);

test.each(keywords.filter(({ keyword }) => keyword !== "propertyNames" && keyword !== "not"))(
  "no example has what a schema hides in $keyword",
  ({ keyword, kind }) => {
    for (const [place, componentsOf] of Object.entries(places)) {
      const schema = schemaWith(keyword, kind);
      const components = componentsOf(schema, instanceFor(keyword));
      // The example is trimmed by its own schema: the same name may be open elsewhere.
      const elsewhere = { Other: { properties: { hiddenName: { type: "string" } } } };
      const mixed = { ...components, schemas: { ...(components.schemas as JsonObject), ...elsewhere } };
      for (const reader of ["public", ["beta"]] as const) {
        expect([place, shownTo(reader, components)]).toEqual([
          place,
          expect.not.stringMatching(/hiddenName|hidden-value/),
        ]);
        expect([place, shownTo(reader, mixed)]).toEqual([place, expect.not.stringMatching(/hidden-value/)]);
      }
      expect([place, shownTo(["alpha"], components)]).toEqual([place, expect.stringContaining("hidden-value")]);
      if (place !== "examples by reference") expect(shownTo("public", components)).toContain('"kept":"seen"');
    }
  },
);

test.each(keywords)("no value remains if the whole schema of $keyword is hidden", ({ keyword, kind }) => {
  const schema = schemaWith(keyword, kind, { properties: open, ...forAlpha });
  const value = /items|contains/i.test(keyword)
    ? ["hidden-value"]
    : /properties$/i.test(keyword)
      ? { part: "hidden-value" }
      : {};
  for (const [place, componentsOf] of Object.entries(places)) {
    expect([place, shownTo("public", componentsOf(schema, value))]).toEqual([
      place,
      expect.not.stringContaining("hidden-value"),
    ]);
  }
});

test("names of hidden properties are gone from lists of names, encodings, links, extensions and code samples", () => {
  const components: JsonObject = {
    schemas: {
      S: {
        ...closed,
        required: ["kept", "hiddenName"],
        dependentRequired: { kept: ["hiddenName"], hiddenName: ["kept"] },
        dependentSchemas: { hiddenName: { minProperties: 2 } },
        propertyNames: { enum: ["kept", "hiddenName"] },
        discriminator: { propertyName: "hiddenName" },
        if: { required: ["hiddenName"] },
        "x-example": found,
        "x-order": ["kept", "hiddenName"],
      },
    },
    requestBodies: {
      B: {
        content: { "a/b": { schema: { $ref: "#/components/schemas/S" }, encoding: { hiddenName: { style: "form" } } } },
      },
    },
    links: { L: { parameters: { hiddenName: "$request.body#/hiddenName" } } },
    pathItems: {
      I: {
        get: {
          "x-codeSamples": [
            { lang: "curl", source: "curl -d hiddenName=hidden-value" },
            { lang: "curl", source: "curl -d kept=1" },
          ],
        },
      },
    },
  };
  const text = shownTo("public", components);
  expect(text).not.toMatch(/hiddenName|hidden-value/);
  expect(text).toContain("curl -d kept=1");
});

test("an example of more combined schemas than are read is left out", () => {
  const many = Array.from({ length: 600 }, (_, index) => ({ properties: { [`p${index}`]: {} } }));
  const elsewhere = { Other: { properties: { hiddenName: {} } } };
  const S = { allOf: [...many, closed], example: found };
  expect(shownTo("public", { schemas: { S, ...elsewhere } })).not.toContain("hidden-value");
});
