import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { type NormalSchema, normaliseSchema, type SchemaReader } from "../read/normal-schema.ts";
import { own, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { shownValue } from "./schema-facts.ts";

/** The values that a schema allows, and what its author says about each; no notes at all where nothing is said. */
export interface SchemaChoices {
  choices: string[];
  choiceNotes: (string | undefined)[];
}

/** The values of an enumeration; for a list, those of its items. */
export function schemaChoices(reader: SchemaReader, normal: NormalSchema): SchemaChoices {
  const values = own(normal.keywords, "enum");
  if (Array.isArray(values)) return enumeration(values.slice(0, specLimits.enumValuesMax), normal.keywords);
  const constants = constantOptions(reader, normal);
  if (constants !== undefined) return constants;
  if (normal.items === undefined || normal.properties.size > 0) return none;
  const items = normaliseSchema(reader, normal.items);
  return items.items === undefined ? schemaChoices(reader, items) : none;
}

/** Whether all variants of a schema are single values, which are told as choices. */
export function areConstants(reader: SchemaReader, normal: NormalSchema): boolean {
  return constantOptions(reader, normal) !== undefined;
}

const none: SchemaChoices = { choices: [], choiceNotes: [] };
const noteLengthMax = 1_000;

function enumeration(values: JsonValue[], keywords: JsonObject): SchemaChoices {
  const said =
    own(keywords, "x-enumDescriptions") ?? own(keywords, "x-enum-descriptions") ?? own(keywords, "x-enumDescription");
  const notes = values.map((value, index) => {
    const note = Array.isArray(said) ? said[index] : isJsonObject(said) ? own(said, shownValue(value)) : undefined;
    return typeof note === "string" && note.trim() !== "" ? note.slice(0, noteLengthMax) : undefined;
  });
  return withNotes(values, notes);
}

/** `oneOf: [{const: a, description: …}, …]` is how OpenAPI 3.1 describes the values of an enumeration. */
function constantOptions(reader: SchemaReader, { variants, properties }: NormalSchema): SchemaChoices | undefined {
  if (variants === undefined || variants.options.length < 2 || properties.size > 0) return undefined;
  const values: JsonValue[] = [];
  const notes: (string | undefined)[] = [];
  for (const option of variants.options) {
    const { keywords } = normaliseSchema(reader, option);
    const value = own(keywords, "const");
    if (value === undefined || (typeof value === "object" && value !== null)) return undefined;
    values.push(value);
    notes.push((textOf(keywords, "description") ?? textOf(keywords, "title"))?.slice(0, noteLengthMax));
  }
  return withNotes(values, notes);
}

function withNotes(values: JsonValue[], notes: (string | undefined)[]): SchemaChoices {
  const isSaid = notes.some((note) => note !== undefined);
  return { choices: values.map(shownValue), choiceNotes: isSaid ? notes : [] };
}
