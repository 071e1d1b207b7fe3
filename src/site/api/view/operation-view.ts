import { type HttpMethod, httpMethods } from "../../source/http-methods.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { ApiTarget } from "../../source/page-api.ts";
import type { SchemaReader } from "../read/normal-schema.ts";
import { listOf, objectOf, own, resolveObject, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { ApiView, CallbackView, ModelView, OperationView, SampleView } from "./api-view.ts";
import { viewBody, viewResponses } from "./content-view.ts";
import { docsLink } from "./docs-link.ts";
import { exampleValue } from "./example-value.ts";
import { viewParameters } from "./parameter-view.ts";
import { cutText, type ViewBudget, viewSchema } from "./schema-view.ts";
import { viewAuth } from "./security-view.ts";
import { viewServers } from "./server-view.ts";

export interface ViewOptions {
  pillKeys: readonly string[];
  /** Samples show only what a request needs. */
  requiredOnly: boolean;
}

const callbacksMax = 20;
const samplesMax = 20;
const sampleLengthMax = 20_000;

/** Deep levels are given up first, for all parts of the page alike, until the whole fits. */
const depths = [specLimits.fieldDepthMax, 6, 4, 3, 2, 1];

/** The part of a description that one page shows, or undefined when it is not there. */
export function viewTarget(reader: SchemaReader, target: ApiTarget, options: ViewOptions): ApiView | undefined {
  let view: ApiView | undefined;
  for (const depthMax of depths) {
    const budget: ViewBudget = { depthMax, fieldsLeft: specLimits.fieldsMax, pillKeys: options.pillKeys };
    view = viewWithin(reader, target, options, budget);
    if (view === undefined || budget.fieldsLeft > 0) return view;
  }
  return view;
}

function viewWithin(
  reader: SchemaReader,
  target: ApiTarget,
  options: ViewOptions,
  budget: ViewBudget,
): ApiView | undefined {
  const { document } = reader;
  if (target.kind === "schema") return viewModel(reader, target.name, budget);
  if (target.kind === "webhook") {
    const item = resolveObject(document, own(objectOf(document.root, "webhooks"), target.name));
    const method = httpMethods.find((word) => item !== undefined && isJsonObject(own(item, word)));
    if (item === undefined || method === undefined) return undefined;
    return {
      ...viewOperation(reader, item, method, target.name, options, budget),
      kind: "webhook",
      servers: [],
      auth: [],
    };
  }
  const item = resolveObject(document, own(objectOf(document.root, "paths"), target.path));
  if (item === undefined || !isJsonObject(own(item, target.method))) return undefined;
  return viewOperation(reader, item, target.method, target.path, options, budget);
}

function viewOperation(
  reader: SchemaReader,
  item: JsonObject,
  method: HttpMethod,
  path: string,
  options: ViewOptions,
  budget: ViewBudget,
): OperationView {
  const { document } = reader;
  const operation = objectOf(item, method);
  const mint = objectOf(operation, "x-mint");
  return {
    kind: "operation",
    method,
    path,
    summary: textOf(operation, "summary") ?? textOf(item, "summary"),
    description: cutText(textOf(operation, "description") ?? textOf(item, "description")),
    deprecated: own(operation, "deprecated") === true,
    servers: viewServers(document, operation, item),
    auth: viewAuth(document, operation),
    parameters: viewParameters(reader, item, operation, budget),
    body: viewBody(reader, own(operation, "requestBody"), budget, options.requiredOnly),
    responses: viewResponses(reader, operation, budget),
    callbacks: viewCallbacks(reader, operation, budget),
    samples: viewSamples(operation),
    content: cutText(textOf(mint, "content")),
    docs: docsLink(document, operation),
  };
}

function viewModel(reader: SchemaReader, name: string, budget: ViewBudget): ModelView | undefined {
  const schemas = objectOf(objectOf(reader.document.root, "components"), "schemas");
  const schema = own(schemas, name);
  if (schema === undefined) return undefined;
  const reference: JsonValue = { $ref: `#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` };
  return {
    kind: "schema",
    name,
    schema: viewSchema(reader, reference, budget),
    example: exampleValue(reader, reference, { direction: "response", requiredOnly: false }),
  };
}

function viewCallbacks(reader: SchemaReader, operation: JsonObject, budget: ViewBudget): CallbackView[] {
  const views: CallbackView[] = [];
  for (const [name, holder] of Object.entries(objectOf(operation, "callbacks"))) {
    for (const [address, item] of Object.entries(resolveObject(reader.document, holder) ?? {})) {
      const found = resolveObject(reader.document, item);
      const method = httpMethods.find((word) => found !== undefined && isJsonObject(own(found, word)));
      if (found === undefined || method === undefined || views.length >= callbacksMax) continue;
      const called = objectOf(found, method);
      views.push({
        name,
        method,
        address,
        description: cutText(textOf(called, "description") ?? textOf(called, "summary")),
        body: viewBody(reader, own(called, "requestBody"), budget, false),
        responses: viewResponses(reader, called, budget),
      });
    }
  }
  return views;
}

function viewSamples(operation: JsonObject): SampleView[] {
  const samples = [...listOf(operation, "x-codeSamples"), ...listOf(operation, "x-code-samples")];
  return samples
    .slice(0, samplesMax)
    .filter(isJsonObject)
    .flatMap((sample) => {
      const source = textOf(sample, "source")?.slice(0, sampleLengthMax);
      const language = textOf(sample, "lang") ?? "";
      return source === undefined ? [] : [{ language, label: textOf(sample, "label") ?? language, source }];
    });
}
