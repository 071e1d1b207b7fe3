import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { NormalSchema } from "../read/normal-schema.ts";
import { own, textOf } from "../read/spec-document.ts";
import type { FactPhrase, FactView, SchemaView } from "./api-view.ts";

const shownLengthMax = 300;
const typeChoicesMax = 20;
const pillsMax = 6;
export const examplesMax = 5;
const pillLengthMax = 60;

/** What a value must be, beside its type. */
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
  add("pattern", textOf(keywords, "pattern")?.slice(0, shownLengthMax));
  if (own(keywords, "uniqueItems") === true) add("items", { word: "allDifferent", values: {} });
  for (const example of examplesOf(keywords)) add("example", example);
  return facts;
}

/** What a value must be when it is of this type, one of several that it may have. */
export function rulesOfType({ type, facts, choices }: SchemaView): FactView[] {
  const values = choices.slice(0, typeChoicesMax).join(", ") + (choices.length > typeChoicesMax ? ", …" : "");
  const listed: FactView[] = choices.length === 0 ? [] : [{ label: "oneOf", value: values }];
  const rules = facts.filter(({ label }) => label !== "default" && label !== "example");
  return [...listed, ...rules].map((fact) => ({ ...fact, of: fact.of ?? type }));
}

/** `x-mint.pre` and `x-mint.post`, and the keys that docs.json asks for. */
export function schemaPills(keywords: JsonObject, pillKeys: readonly string[]): string[] {
  const extension = own(keywords, "x-mint");
  const words = isJsonObject(extension) ? [own(extension, "pre"), own(extension, "post")] : [];
  const asked = pillKeys.flatMap((key) => {
    const value = own(keywords, key);
    if (value === undefined || value === false || value === null) return [];
    return value === true ? [key] : [shownValue(value)];
  });
  return [...words.flat().filter((word): word is string => typeof word === "string"), ...asked]
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

/** Objects are shown among the examples of the page, not in a line of text. */
function examplesOf(keywords: JsonObject): string[] {
  const examples = own(keywords, "examples");
  const given = [own(keywords, "example"), ...(Array.isArray(examples) ? examples : [])];
  const plain = given.filter((value) => value !== undefined && value !== null && typeof value !== "object");
  return [...new Set(plain.map((value) => shownValue(value ?? "")))].slice(0, examplesMax);
}

/** OpenAPI 3.0 marks a bound as exclusive with true, 3.1 gives it as a number of its own. */
function range(keywords: JsonObject): string | undefined {
  const low = bound(keywords, "minimum", "exclusiveMinimum", ["≤", "<"]);
  const high = bound(keywords, "maximum", "exclusiveMaximum", ["≤", "<"]);
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined) return `x ${high?.sign} ${high?.value}`;
  return high === undefined
    ? `x ${low.sign === "<" ? ">" : "≥"} ${low.value}`
    : `${low.value} ${low.sign} x ${high.sign} ${high.value}`;
}

function bound(keywords: JsonObject, key: string, exclusiveKey: string, [inclusive, exclusive]: [string, string]) {
  const plain = own(keywords, key);
  const strict = own(keywords, exclusiveKey);
  if (typeof strict === "number") return { value: strict, sign: exclusive };
  return typeof plain === "number" ? { value: plain, sign: strict === true ? exclusive : inclusive } : undefined;
}

function span(keywords: JsonObject, minKey: string, maxKey: string): string | FactPhrase | undefined {
  const min = own(keywords, minKey);
  const max = own(keywords, maxKey);
  if (typeof min === "number" && typeof max === "number") {
    const values = { min: String(min), max: String(max) };
    return min === max ? values.min : { word: "between", values };
  }
  if (typeof min === "number") return min === 0 ? undefined : phrase("atLeast", min);
  return typeof max === "number" ? phrase("atMost", max) : undefined;
}

function phrase(word: FactPhrase["word"], count: number): FactPhrase {
  return { word, values: { count: String(count) } };
}
