import { type HttpMethod, httpMethods } from "../../source/http-methods.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { ApiTarget } from "../../source/page-api.ts";
import { normalizeSchema } from "../read/normal-schema.ts";
import {
  componentsOf,
  formatPointer,
  listField,
  objectField,
  own,
  resolveObject,
  type SpecDocument,
  textField,
} from "../read/spec-document.ts";
import { cutLongText, docsLink, joinTexts } from "./annotations.ts";
import type {
  ApiView,
  CallbackView,
  OperationView,
  ParameterPlace,
  ParameterView,
  SampleView,
  SchemaPageView,
} from "./api-view.ts";
import { viewAuth } from "./auth-view.ts";
import { viewBody, viewResponses } from "./content-view.ts";
import { exampleValue, givenExample } from "./example-value.ts";
import { schemaPills, withExamples } from "./schema-facts.ts";
import { asField, type ViewBudget, viewSchema, viewWithinBudget } from "./schema-view.ts";
import { viewServers } from "./server-view.ts";

interface ViewOptions {
  pillKeys: readonly string[];
  /** Whether samples show only required values. */
  requiredOnly: boolean;
}

const callbacksMax = 20;
const samplesMax = 20;
const sampleLengthMax = 20_000;
const parametersMax = 300;

/** The view of an operation, webhook or schema for its page. Undefined if the target doesn't exist. */
export function viewTarget(document: SpecDocument, target: ApiTarget, options: ViewOptions): ApiView | undefined {
  return viewWithinBudget<ApiView>(options.pillKeys, (budget) => {
    if (target.kind === "schema") return viewSchemaPage(document, target.name, budget);
    if (target.kind === "webhook") {
      const item = resolveObject(document, own(objectField(document.root, "webhooks"), target.name)) ?? {};
      const method = findMethod(item);
      if (method === undefined) return undefined;
      const view = viewOperation(document, item, method, target.name, options, budget);
      return { ...view, kind: "webhook", servers: [], auth: [] };
    }
    const item = resolveObject(document, own(objectField(document.root, "paths"), target.path));
    if (item === undefined || !isJsonObject(own(item, target.method))) return undefined;
    return viewOperation(document, item, target.method, target.path, options, budget);
  });
}

/** The method of a webhook or callback. These have only one method. */
export function findMethod(item: JsonObject): HttpMethod | undefined {
  return httpMethods.find((method) => isJsonObject(own(item, method)));
}

function viewOperation(
  document: SpecDocument,
  item: JsonObject,
  method: HttpMethod,
  path: string,
  options: ViewOptions,
  budget: ViewBudget,
): OperationView {
  const operation = objectField(item, method);
  return {
    kind: "operation",
    method,
    path,
    summary: textField(operation, "summary") ?? textField(item, "summary"),
    description: cutLongText(textField(operation, "description") ?? textField(item, "description")),
    deprecated: own(operation, "deprecated") === true,
    servers: viewServers(document, operation, item),
    auth: viewAuth(document, operation),
    parameters: viewParameters(document, item, operation, budget),
    body: viewBody(document, own(operation, "requestBody"), budget, options.requiredOnly),
    responses: viewResponses(document, operation, budget),
    callbacks: viewCallbacks(document, operation, budget),
    samples: viewSamples(operation),
    content: cutLongText(textField(objectField(operation, "x-mint"), "content")),
    docs: docsLink(document, operation),
  };
}

function viewSchemaPage(document: SpecDocument, name: string, budget: ViewBudget): SchemaPageView | undefined {
  if (own(componentsOf(document, "schemas"), name) === undefined) return undefined;
  const reference: JsonValue = { $ref: formatPointer(["components", "schemas", name]) };
  return {
    kind: "schema",
    name,
    schema: viewSchema(document, reference, budget),
    example: exampleValue(document, reference, { direction: "response", requiredOnly: false }),
  };
}

function viewCallbacks(document: SpecDocument, operation: JsonObject, budget: ViewBudget): CallbackView[] {
  const views: CallbackView[] = [];
  for (const [name, holder] of Object.entries(objectField(operation, "callbacks"))) {
    for (const [address, listed] of Object.entries(resolveObject(document, holder) ?? {})) {
      const item = resolveObject(document, listed) ?? {};
      const method = findMethod(item);
      if (method === undefined || views.length >= callbacksMax) continue;
      const called = objectField(item, method);
      views.push({
        name,
        method,
        address,
        description: cutLongText(textField(called, "description") ?? textField(called, "summary")),
        body: viewBody(document, own(called, "requestBody"), budget, false),
        responses: viewResponses(document, called, budget),
      });
    }
  }
  return views;
}

function viewSamples(operation: JsonObject): SampleView[] {
  return [...listField(operation, "x-codeSamples"), ...listField(operation, "x-code-samples")]
    .slice(0, samplesMax)
    .filter(isJsonObject)
    .flatMap((sample) => {
      const source = textField(sample, "source")?.slice(0, sampleLengthMax);
      const language = textField(sample, "lang") ?? "";
      return source === undefined ? [] : [{ language, label: textField(sample, "label") ?? language, source }];
    });
}

const places: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

/** Headers that OpenAPI describes elsewhere and ignores as parameters. */
const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** The parameters of the path and the operation. Parameters of the operation take precedence. */
function viewParameters(
  document: SpecDocument,
  item: JsonObject,
  operation: JsonObject,
  budget: ViewBudget,
): ParameterView[] {
  const byKey = new Map<string, ParameterView>();
  for (const listed of [...listField(item, "parameters"), ...listField(operation, "parameters")].slice(
    0,
    parametersMax,
  )) {
    const parameter = resolveObject(document, listed);
    const view = parameter === undefined ? undefined : viewParameter(document, parameter, budget);
    if (view !== undefined) byKey.set(`${view.place} ${view.name}`, view);
  }
  const views = [...byKey.values()];
  return places.flatMap((place) => views.filter((view) => view.place === place));
}

function viewParameter(document: SpecDocument, parameter: JsonObject, budget: ViewBudget): ParameterView | undefined {
  const name = textField(parameter, "name");
  const place = places.find((word) => word === own(parameter, "in"));
  if (name === undefined || place === undefined) return undefined;
  if (place === "header" && ignoredHeaders.has(name.toLowerCase())) return undefined;
  const content = Object.values(objectField(parameter, "content")).find(isJsonObject);
  const schema = own(parameter, "schema") ?? own(content ?? {}, "schema");
  const shown = viewSchema(document, schema, budget);
  const { keywords } = normalizeSchema(document, schema);
  const examples = examplesOf(document, parameter);
  const given = examples[0] ?? givenExample(keywords);
  const style = textField(parameter, "style") ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const pills = [...shown.pills, ...schemaPills(parameter, budget.pillKeys)];
  return {
    ...asField(
      name,
      { ...shown, pills, facts: withExamples(shown.facts, examples) },
      {
        required: place === "path" || own(parameter, "required") === true,
        deprecated: own(parameter, "deprecated") === true || own(keywords, "deprecated") === true,
        description: joinTexts(textField(parameter, "description"), shown.description),
      },
    ),
    place,
    style,
    explode: typeof parameter.explode === "boolean" ? parameter.explode : style === "form",
    isJson: content !== undefined,
    example:
      given ??
      own(keywords, "default") ??
      exampleValue(document, schema, { direction: "request", requiredOnly: false }),
    isGiven: given !== undefined && given !== null,
    prefill: own(parameter, "x-default") ?? own(keywords, "x-default"),
  };
}

function examplesOf(document: SpecDocument, parameter: JsonObject): JsonValue[] {
  const plain = own(parameter, "example");
  if (plain !== undefined) return [plain];
  return Object.values(objectField(parameter, "examples")).flatMap((listed) => {
    const value = own(resolveObject(document, listed) ?? {}, "value");
    return value === undefined ? [] : [value];
  });
}
