import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { channelLimits } from "../read/channel-limits.ts";
import type { SchemaReader } from "../read/normal-schema.ts";
import { listOf, objectOf, own, resolveObject, type SpecDocument, textOf } from "../read/spec-document.ts";
import type { FactView, FieldView, SchemaView } from "./api-view.ts";
import { cutText, type ViewBudget, viewSchema } from "./schema-view.ts";

/** The names of the tags of an object; AsyncAPI 3 allows references to them. */
export function tagNames(document: SpecDocument, holder: JsonObject): string[] {
  return listOf(holder, "tags")
    .slice(0, channelLimits.tagsMax)
    .flatMap((listed) => {
      const tag = resolveObject(document, listed);
      return (tag === undefined ? undefined : textOf(tag, "name")?.trim()) ?? [];
    });
}

export function isDeprecated(holder: JsonObject): boolean {
  return own(holder, "deprecated") === true || own(holder, "x-deprecated") === true;
}

/** A title, and the words below it: without a title the summary is one. */
export function wordsOf(holder: JsonObject): { title: string | undefined; description: string | undefined } {
  const title = textOf(holder, "title");
  const summary = textOf(holder, "summary");
  const below = [title === undefined ? undefined : summary, textOf(holder, "description")].filter(
    (text) => text !== undefined,
  );
  return { title: title ?? summary, description: below.length === 0 ? undefined : cutText(below.join("\n\n")) };
}

/** What is filled into an address: parameters of a channel, with their place in a message, and variables of a server. */
export function placedFields(
  reader: SchemaReader,
  holder: JsonObject,
  key: "parameters" | "variables",
  budget: ViewBudget,
): FieldView[] {
  return Object.entries(objectOf(holder, key))
    .slice(0, channelLimits.parametersMax)
    .flatMap(([name, listed]): FieldView[] => {
      const value = resolveObject(reader.document, listed);
      if (value === undefined) return [];
      const schema = viewSchema(reader, own(value, "schema") ?? plainSchema(value), budget);
      const description = cutText(textOf(value, "description")) ?? schema.description;
      const location = textOf(value, "location");
      const facts: FactView[] = location === undefined ? [] : [{ label: "location", value: location }];
      const told = { ...schema, description, facts: [...schema.facts, ...facts] };
      return [{ ...fieldOf(name, told), required: true }];
    });
}

/** AsyncAPI 3 knows only texts here, and says beside them what AsyncAPI 2 says in a schema. */
function plainSchema(value: JsonObject): JsonValue {
  const kept = ["enum", "default", "examples"].filter((key) => own(value, key) !== undefined);
  return { type: "string", ...Object.fromEntries(kept.map((key) => [key, own(value, key) ?? null])) };
}

export function fieldOf(name: string, schema: SchemaView): FieldView {
  return {
    name,
    required: false,
    deprecated: false,
    description: schema.description,
    schema: { ...schema, description: undefined },
  };
}

export interface SchemaPart {
  format: string | undefined;
  schema: JsonValue | undefined;
}

/** A schema, as it stands alone or, in AsyncAPI 3, beside the name of its format. */
export function schemaPart(document: SpecDocument, value: JsonValue | undefined): SchemaPart {
  const found = resolveObject(document, value) ?? {};
  const format = own(found, "schema") === undefined ? undefined : textOf(found, "schemaFormat");
  return format === undefined ? { format, schema: value } : { format, schema: own(found, "schema") };
}

/** Formats that are JSON Schema, or near enough to be read as such. */
export function isJsonSchema(format: string | undefined): boolean {
  return format === undefined || /asyncapi|schema\+(?:json|yaml)|oai\.openapi/i.test(format);
}
