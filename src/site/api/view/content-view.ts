import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { normaliseSchema, type SchemaReader } from "../read/normal-schema.ts";
import { objectOf, own, resolveObject, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { BodyView, ContentView, ExampleView, FieldView, ResponseView } from "./api-view.ts";
import { type ExampleOptions, exampleValues, givenExample } from "./example-value.ts";
import { cutText, joinTexts, type ViewBudget, viewSchema } from "./schema-view.ts";

const contentsMax = 10;
const examplesMax = 12;
const responsesMax = 60;
const headersMax = 60;

export function viewBody(
  reader: SchemaReader,
  body: JsonValue | undefined,
  budget: ViewBudget,
  requiredOnly: boolean,
): BodyView | undefined {
  const found = resolveObject(reader.document, body);
  if (found === undefined) return undefined;
  return {
    required: own(found, "required") === true,
    description: cutText(textOf(found, "description")),
    contents: viewContents(reader, found, budget, { direction: "request", requiredOnly }),
  };
}

export function viewResponses(reader: SchemaReader, operation: JsonObject, budget: ViewBudget): ResponseView[] {
  return Object.entries(objectOf(operation, "responses"))
    .filter(([status]) => !status.startsWith("x-"))
    .slice(0, responsesMax)
    .flatMap(([status, listed]) => {
      const response = resolveObject(reader.document, listed);
      if (response === undefined) return [];
      return [
        {
          status,
          description: cutText(textOf(response, "description")),
          headers: viewHeaders(reader, response, budget),
          contents: viewContents(reader, response, budget, { direction: "response", requiredOnly: false }),
        },
      ];
    });
}

function viewHeaders(reader: SchemaReader, response: JsonObject, budget: ViewBudget): FieldView[] {
  return Object.entries(objectOf(response, "headers"))
    .slice(0, headersMax)
    .flatMap(([name, listed]) => {
      const header = resolveObject(reader.document, listed);
      if (header === undefined) return [];
      const schema = viewSchema(reader, own(header, "schema"), budget);
      const description = joinTexts(textOf(header, "description"), schema.description);
      return [
        {
          name,
          required: own(header, "required") === true,
          deprecated: own(header, "deprecated") === true,
          description,
          schema: { ...schema, description: undefined },
        },
      ];
    });
}

function viewContents(
  reader: SchemaReader,
  holder: JsonObject,
  budget: ViewBudget,
  options: ExampleOptions,
): ContentView[] {
  return Object.entries(objectOf(holder, "content"))
    .slice(0, contentsMax)
    .flatMap(([type, media]) => {
      if (!isJsonObject(media)) return [];
      const schema = own(media, "schema");
      return [
        {
          type,
          schema: schema === undefined ? undefined : viewSchema(reader, schema, budget, options.direction),
          encodings: viewEncodings(media),
          examples: viewExamples(reader, media, options),
        },
      ];
    });
}

const encodingsMax = 300;

function viewEncodings(media: JsonObject): ContentView["encodings"] {
  const listed = Object.entries(objectOf(media, "encoding")).slice(0, encodingsMax);
  return Object.fromEntries(
    listed.flatMap(([name, encoding]) => {
      const style = isJsonObject(encoding) ? textOf(encoding, "style") : undefined;
      if (!isJsonObject(encoding) || style === undefined) return [];
      return [
        [
          name,
          { style, explode: own(encoding, "explode") !== false && (style === "form" || encoding.explode === true) },
        ],
      ];
    }),
  );
}

/** What the author gives, else one that is made from the schema. */
function viewExamples(reader: SchemaReader, media: JsonObject, options: ExampleOptions): ExampleView[] {
  const schema = own(media, "schema");
  const listed = Object.entries(objectOf(media, "examples"))
    .slice(0, examplesMax)
    .flatMap(([name, value]) => viewExample(reader, name, value) ?? []);
  if (listed.length > 0) return listed;
  const given = own(media, "example") ?? givenExample(normaliseSchema(reader, schema).keywords);
  if (given !== undefined)
    return isSmall(given) ? [{ title: undefined, description: undefined, value: given, given: true }] : [];
  if (schema === undefined) return [];
  const made = exampleValues(reader, schema, options).slice(0, examplesMax);
  return made
    .filter(({ value }) => isSmall(value))
    .map((example) => ({ ...example, description: undefined, given: false }));
}

function viewExample(reader: SchemaReader, name: string, listed: JsonValue): ExampleView | undefined {
  const example = resolveObject(reader.document, listed);
  const value = example === undefined ? undefined : own(example, "value");
  if (example === undefined || value === undefined || !isSmall(value)) return undefined;
  return {
    title: textOf(example, "summary") ?? name,
    description: cutText(textOf(example, "description")),
    value,
    given: true,
  };
}

function isSmall(value: JsonValue): boolean {
  return (typeof value === "string" ? value : JSON.stringify(value)).length <= specLimits.exampleBytesMax;
}
