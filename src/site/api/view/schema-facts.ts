import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { type NormalSchema, normalizeSchema } from "../read/normal-schema.ts";
import { objectField, own, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { FactPhrase, FactView, SchemaView } from "./api-view.ts";

const shownLengthMax = 300;
const typeChoicesMax = 20;
const pillsMax = 6;
const factExamplesMax = 5;
const pillLengthMax = 60;
const noteLengthMax = 1_000;

/** The rules for a value besides its type. */
export function schemaFacts({ keywords }: NormalSchema): FactView[] {
  const facts: FactView[] = [];
  const add = (label: FactView["label"], value: FactView["value"] | undefined) => {
    if (value !== undefined) facts.push({ label, value });
  };
  add("default", keywordText(keywords, "default"));
  add("always", keywordText(keywords, "const"));
  add("range", range(keywords));
  add("length", span(keywords, "minLength", "maxLength"));
  add("items", span(keywords, "minItems", "maxItems"));
  add("properties", span(keywords, "minProperties", "maxProperties"));
  add("multipleOf", keywordText(keywords, "multipleOf"));
  add("pattern", textField(keywords, "pattern")?.slice(0, shownLengthMax));
  if (own(keywords, "uniqueItems") === true) add("items", { word: "allDifferent", values: {} });
  const examples = own(keywords, "examples");
  return [...facts, ...exampleFacts([own(keywords, "example"), ...(Array.isArray(examples) ? examples : [])])];
}

/** Objects are shown among the examples of the page, not in a line of text. */
function exampleFacts(examples: (JsonValue | undefined)[]): FactView[] {
  const plain = examples.filter((value) => value !== undefined && value !== null && typeof value !== "object");
  const shown = new Set(plain.map((value) => shownValue(value ?? "")));
  return [...shown].slice(0, factExamplesMax).map((value) => ({ label: "example", value }));
}

/** Replaces the examples of a schema with the examples of the parameter that uses the schema. */
export function withExamples(facts: FactView[], examples: JsonValue[]): FactView[] {
  const given = examples.filter((value) => value !== null).slice(0, factExamplesMax);
  if (given.length === 0) return facts;
  const added = given.map((value): FactView => ({ label: "example", value: shownValue(value) }));
  return [...facts.filter(({ label }) => label !== "example"), ...added];
}

/** The rules for one of the types that a value may have. */
export function rulesOfType({ type, facts, choices }: SchemaView): FactView[] {
  const values = choices.slice(0, typeChoicesMax).join(", ") + (choices.length > typeChoicesMax ? ", …" : "");
  const listed: FactView[] = choices.length === 0 ? [] : [{ label: "oneOf", value: values }];
  const rules = facts.filter(({ label }) => label !== "default" && label !== "example");
  return [...listed, ...rules].map((fact) => ({ ...fact, of: fact.of ?? type }));
}

/** `x-mint.pre` and `x-mint.post`, and the keys docs.json asks for. */
export function schemaPills(keywords: JsonObject, pillKeys: readonly string[]): string[] {
  const extension = objectField(keywords, "x-mint");
  const words = [own(extension, "pre"), own(extension, "post")].flat();
  const asked = pillKeys.flatMap((key) => {
    const value = own(keywords, key);
    if (value === undefined || value === false || value === null) return [];
    return value === true ? [key] : [shownValue(value)];
  });
  return [...words.filter((word) => typeof word === "string"), ...asked]
    .slice(0, pillsMax)
    .map((pill) => pill.slice(0, pillLengthMax));
}

export function shownValue(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

function keywordText(keywords: JsonObject, key: string): string | undefined {
  const value = own(keywords, key);
  if (value === undefined) return undefined;
  return value === "" ? '""' : shownValue(value);
}

function range(keywords: JsonObject): string | undefined {
  const low = bound(keywords, "minimum", "exclusiveMinimum");
  const high = bound(keywords, "maximum", "exclusiveMaximum");
  if (low === undefined) return high === undefined ? undefined : `x ${high.sign} ${high.value}`;
  if (high === undefined) return `x ${low.sign === "<" ? ">" : "≥"} ${low.value}`;
  return `${low.value} ${low.sign} x ${high.sign} ${high.value}`;
}

/** In OpenAPI 3.0, `true` marks a bound as exclusive. In 3.1, an exclusive bound is a separate number. */
function bound(keywords: JsonObject, key: string, exclusiveKey: string) {
  const plain = own(keywords, key);
  const strict = own(keywords, exclusiveKey);
  if (typeof strict === "number") return { value: strict, sign: "<" };
  return typeof plain === "number" ? { value: plain, sign: strict === true ? "<" : "≤" } : undefined;
}

function span(keywords: JsonObject, minKey: string, maxKey: string): string | FactPhrase | undefined {
  const min = own(keywords, minKey);
  const max = own(keywords, maxKey);
  if (typeof min === "number" && typeof max === "number") {
    const values = { min: String(min), max: String(max) };
    return min === max ? values.min : { word: "between", values };
  }
  if (typeof min === "number") return min === 0 ? undefined : { word: "atLeast", values: { count: String(min) } };
  return typeof max === "number" ? { word: "atMost", values: { count: String(max) } } : undefined;
}

type SchemaChoices = Pick<SchemaView, "choices" | "choiceNotes">;
const noChoices: SchemaChoices = { choices: [], choiceNotes: [] };

/** The values of an enumeration. For a list, the values of its items. */
export function schemaChoices(document: SpecDocument, normal: NormalSchema): SchemaChoices {
  const values = own(normal.keywords, "enum");
  if (Array.isArray(values)) return enumeration(values.slice(0, specLimits.enumValuesMax), normal.keywords);
  const constants = constantOptions(document, normal);
  if (constants !== undefined) return constants;
  if (normal.items === undefined || normal.properties.size > 0) return noChoices;
  const items = normalizeSchema(document, normal.items);
  return items.items === undefined ? schemaChoices(document, items) : noChoices;
}

function enumeration(values: JsonValue[], keywords: JsonObject): SchemaChoices {
  const said =
    own(keywords, "x-enumDescriptions") ?? own(keywords, "x-enum-descriptions") ?? own(keywords, "x-enumDescription");
  const notes = values.map((value, index) => {
    const note = Array.isArray(said) ? said[index] : isJsonObject(said) ? own(said, shownValue(value)) : undefined;
    return typeof note === "string" && note.trim() !== "" ? note.slice(0, noteLengthMax) : undefined;
  });
  return withNotes(values, notes);
}

/** An enumeration of OpenAPI 3.1: `oneOf: [{const: a, description: …}, …]`. Undefined for other variants. */
export function constantOptions(
  document: SpecDocument,
  { variants, properties }: NormalSchema,
): SchemaChoices | undefined {
  if (variants === undefined || variants.options.length < 2 || properties.size > 0) return undefined;
  const values: JsonValue[] = [];
  const notes: (string | undefined)[] = [];
  for (const option of variants.options) {
    const { keywords } = normalizeSchema(document, option);
    const value = own(keywords, "const");
    if (value === undefined || (typeof value === "object" && value !== null)) return undefined;
    values.push(value);
    notes.push((textField(keywords, "description") ?? textField(keywords, "title"))?.slice(0, noteLengthMax));
  }
  return withNotes(values, notes);
}

function withNotes(values: JsonValue[], notes: (string | undefined)[]): SchemaChoices {
  const hasNotes = notes.some((note) => note !== undefined);
  return { choices: values.map(shownValue), choiceNotes: hasNotes ? notes : [] };
}
