import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { normalizeSchema } from "../read/normal-schema.ts";
import {
  objectField,
  own,
  resolvedEntries,
  resolveObject,
  type SpecDocument,
  textField,
} from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { descriptionOf, joinTexts } from "./annotations.ts";
import type { BodyView, ContentView, ExampleView, FieldView, ResponseView } from "./api-view.ts";
import { type ExampleOptions, exampleValues, givenExample } from "./example-value.ts";
import { asField, type ViewBudget, viewSchema } from "./schema-view.ts";

const contentsMax = 10;
const examplesMax = 12;
const responsesMax = 60;
const headersMax = 60;
const encodingsMax = 300;

export function viewBody(
  document: SpecDocument,
  body: JsonValue | undefined,
  budget: ViewBudget,
  requiredOnly: boolean,
): BodyView | undefined {
  const found = resolveObject(document, body);
  if (found === undefined) return undefined;
  return {
    required: own(found, "required") === true,
    description: descriptionOf(found),
    contents: viewContents(document, found, budget, { direction: "request", requiredOnly }),
  };
}

export function viewResponses(document: SpecDocument, operation: JsonObject, budget: ViewBudget): ResponseView[] {
  return Object.entries(objectField(operation, "responses"))
    .filter(([status]) => !status.startsWith("x-"))
    .slice(0, responsesMax)
    .flatMap(([status, listed]) => {
      const response = resolveObject(document, listed);
      if (response === undefined) return [];
      const description = descriptionOf(response);
      const headers = viewHeaders(document, response, budget);
      const options: ExampleOptions = { direction: "response", requiredOnly: false };
      return [{ status, description, headers, contents: viewContents(document, response, budget, options) }];
    });
}

function viewHeaders(document: SpecDocument, response: JsonObject, budget: ViewBudget): FieldView[] {
  return resolvedEntries(document, objectField(response, "headers"), headersMax).map(([name, header]) => {
    const schema = viewSchema(document, own(header, "schema"), budget);
    return asField(name, schema, {
      required: own(header, "required") === true,
      deprecated: own(header, "deprecated") === true,
      description: joinTexts(textField(header, "description"), schema.description),
    });
  });
}

function viewContents(
  document: SpecDocument,
  holder: JsonObject,
  budget: ViewBudget,
  options: ExampleOptions,
): ContentView[] {
  return Object.entries(objectField(holder, "content"))
    .slice(0, contentsMax)
    .flatMap(([type, media]) => {
      if (!isJsonObject(media)) return [];
      const schema = own(media, "schema");
      return [
        {
          type,
          schema: schema === undefined ? undefined : viewSchema(document, schema, budget, options.direction),
          encodings: viewEncodings(media),
          examples: viewExamples(document, media, options),
        },
      ];
    });
}

function viewEncodings(media: JsonObject): ContentView["encodings"] {
  const listed = Object.entries(objectField(media, "encoding")).slice(0, encodingsMax);
  return Object.fromEntries(
    listed.flatMap(([name, encoding]) => {
      const style = isJsonObject(encoding) ? textField(encoding, "style") : undefined;
      if (!isJsonObject(encoding) || style === undefined) return [];
      const explode = own(encoding, "explode");
      return [[name, { style, explode: explode === true || (style === "form" && explode !== false) }]];
    }),
  );
}

/** The author's examples, or otherwise examples made from the schema. */
function viewExamples(document: SpecDocument, media: JsonObject, options: ExampleOptions): ExampleView[] {
  const listed = resolvedEntries(document, objectField(media, "examples"), examplesMax).flatMap(([name, example]) => {
    const value = own(example, "value");
    return value === undefined || !isSmall(value) ? [] : [{ title: textField(example, "summary") ?? name, value }];
  });
  if (listed.length > 0) return listed;
  const schema = own(media, "schema");
  const given = own(media, "example") ?? givenExample(normalizeSchema(document, schema).keywords);
  if (given !== undefined) return isSmall(given) ? [{ title: undefined, value: given }] : [];
  if (schema === undefined) return [];
  return exampleValues(document, schema, options)
    .slice(0, examplesMax)
    .filter(({ value }) => isSmall(value));
}

function isSmall(value: JsonValue): boolean {
  return (typeof value === "string" ? value : JSON.stringify(value)).length <= specLimits.exampleBytesMax;
}
