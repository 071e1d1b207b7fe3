import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { objectOf, referenceName, textOf } from "../read/spec-document.ts";
import type { SchemaView } from "./api-view.ts";

/** The property that tells the forms of a value apart. */
export interface Discriminator {
  property: string;
  /** References to forms by the value that stands for each. */
  mapping: JsonObject;
}

export function readDiscriminator(schema: JsonObject): Discriminator | undefined {
  const holder = objectOf(schema, "discriminator");
  const property = textOf(holder, "propertyName");
  return property === undefined ? undefined : { property, mapping: objectOf(holder, "mapping") };
}

/** The value of the property in one of the forms. A form that the mapping leaves out is called by its own name. */
export function discriminatorValue({ mapping }: Discriminator, option: JsonValue): string | undefined {
  const reference = isJsonObject(option) ? textOf(option, "$ref") : undefined;
  if (reference === undefined) return undefined;
  const name = referenceName(reference);
  const mapped = Object.entries(mapping).find(([, target]) => target === reference || target === name);
  return mapped?.[0] ?? name;
}

/** Shows the value in the row of the property, where the form does not say it itself. */
export function showDiscriminator(schema: SchemaView, discriminator: Discriminator, option: JsonValue): void {
  const value = discriminatorValue(discriminator, option);
  const field = schema.fields.find(({ name }) => name === discriminator.property);
  if (value === undefined || field === undefined) return;
  const { choices, facts } = field.schema;
  const isSaid = choices.length === 1 || facts.some(({ label }) => label === "always");
  const isMapped = Object.keys(discriminator.mapping).length > 0;
  if (!isSaid && (isMapped || choices.length === 0)) {
    field.schema = { ...field.schema, choices: [value], choiceNotes: [] };
  }
}
