import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { seededRandom } from "../../../../bench/support/seeded-random.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
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

/** The keywords for which an example keeps what they don't hide. Other examples are left out, and made from the schema. */
const trimmed = new Set(["allOf", "oneOf", "anyOf", "properties", "additionalProperties", "items"]);

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
  "examples of a message's trait": (schema, value) => ({
    messageTraits: { T: { examples: [{ name: "one", payload: value, headers: value }] } },
    messages: { M: { payload: schema, traits: [{ $ref: "#/components/messageTraits/T" }] } },
  }),
  "payload with a format": (schema, value) => ({
    messages: { M: { payload: { schemaFormat: "a/b", schema }, examples: [{ payload: value }] } },
  }),
  "headers of a message": (schema, value) => ({ messages: { M: { headers: schema, examples: [{ headers: value }] } } }),
};

/** Places whose schema isn't next to the value. */
const untrimmed = new Set(["examples by reference", "examples of a message's trait", "payload with a format"]);

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
      if (trimmed.has(keyword) && !untrimmed.has(place)) {
        expect(shownTo("public", components)).toContain('"kept":"seen"');
      }
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
            { lang: "yaml", source: "constructor: 1\nhiddenName: 2" },
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

interface Generated {
  schema: JsonObject;
  value: JsonValue;
}

/** Makes schemas of all keywords, some of them hidden, and values that have everything the schemas describe. */
function drawSchemas(random: () => number) {
  const shared: JsonObject = {};
  let count = 0;
  const wordFor = (isHidden: boolean) => `${isHidden ? "hid" : "see"}${count++}`;
  const isOneOf = (chances: number) => random() * chances < 1;
  const drawKeyword = () =>
    keywords.slice(Math.floor(random() * keywords.length))[0] ?? { keyword: "items", kind: "one" };

  function drawAny(depth: number, isInHidden: boolean): Generated {
    const isHidden = isInHidden || isOneOf(3);
    const { schema, value } = drawVisible(depth, isHidden);
    const marked = isHidden && !isInHidden ? { ...schema, ...forAlpha } : schema;
    // A definition is only hidden if it says so itself.
    if (isInHidden || isOneOf(3)) return { schema: marked, value };
    const name = `S${count++}`;
    shared[name] = marked;
    return { schema: { $ref: `#/components/schemas/${name}` }, value };
  }

  function drawVisible(depth: number, isHidden: boolean): Generated {
    if (depth === 0 || isOneOf(4)) {
      const word = wordFor(isHidden);
      if (isHidden || isOneOf(2))
        return { schema: { type: "string", [isOneOf(2) ? "const" : "title"]: word }, value: word };
      const closedWord = wordFor(true);
      const value = isOneOf(2) ? word : closedWord;
      return { schema: { enum: [word, closedWord], "x-mint-enum": { [closedWord]: ["alpha"] } }, value };
    }
    const schema: JsonObject = {};
    const object: JsonObject = {};
    let other: JsonValue | undefined;
    const used = new Map([drawKeyword(), drawKeyword(), drawKeyword()].map((each) => [each.keyword, each.kind]));
    for (const [keyword, kind] of used) {
      const inner = drawAny(depth - 1, isHidden);
      const name = wordFor(isHidden || "x-mint" in inner.schema || isClosedReference(inner.schema));
      if (/items|contains/i.test(keyword)) {
        schema[keyword] = kind === "list" ? [inner.schema] : inner.schema;
        other = [inner.value];
      } else if (/properties$/i.test(keyword)) {
        schema[keyword] = kind === "map" ? { [keyword === "properties" ? name : "^..."]: inner.schema } : inner.schema;
        object[name] = inner.value;
      } else if (keyword === "propertyNames") {
        schema[keyword] = { minLength: 1 };
      } else {
        schema[keyword] = kind === "list" ? [inner.schema] : kind === "map" ? { [name]: inner.schema } : inner.schema;
        if (kind === "map") object[name] = 1;
        if (isJsonObject(inner.value)) Object.assign(object, inner.value);
        else other ??= inner.value;
      }
    }
    return { schema, value: Object.keys(object).length > 0 ? object : (other ?? object) };
  }

  const isClosedReference = ({ $ref }: JsonObject) =>
    typeof $ref === "string" && "x-mint" in (shared[$ref.split("/").at(-1) ?? ""] as JsonObject);
  return { ...drawAny(3, false), shared };
}

test("no reader gets a name or value that generated schemas of all keywords hide, and its group loses none", () => {
  const random = seededRandom(1);
  for (let round = 0; round < 60; round += 1) {
    const { schema, value, shared } = drawSchemas(random);
    for (const [place, componentsOf] of Object.entries(places)) {
      const components = componentsOf(schema, value);
      const whole = { ...components, schemas: { ...shared, ...(components.schemas as JsonObject) } };
      expect([place, round, shownTo("public", whole).match(/hid\d+/)]).toEqual([place, round, null]);
      const withoutRules = JSON.stringify(whole, (key, part) => (key === "x-mint-enum" ? undefined : part));
      const words = withoutRules.match(/(?:hid|see)\d+/g) ?? [];
      expect(new Set(shownTo(["alpha"], whole).match(/(?:hid|see)\d+/g))).toEqual(new Set(words));
    }
  }
});
