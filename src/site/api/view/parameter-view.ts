import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { normaliseSchema, type SchemaReader } from "../read/normal-schema.ts";
import { listOf, objectOf, own, resolveObject, textOf } from "../read/spec-document.ts";
import type { FactView, ParameterPlace, ParameterView } from "./api-view.ts";
import { exampleValue, givenExample } from "./example-value.ts";
import { examplesMax, schemaPills, shownValue } from "./schema-facts.ts";
import { joinTexts, type ViewBudget, viewSchema } from "./schema-view.ts";

const places: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];
const parametersMax = 300;

/** Headers that other parts of a description say; as parameters they have no meaning. */
const notParameters: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** The parameters of a path and of its operation; the operation's wins where both name one. */
export function viewParameters(
  reader: SchemaReader,
  item: JsonObject,
  operation: JsonObject,
  budget: ViewBudget,
): ParameterView[] {
  const byKey = new Map<string, ParameterView>();
  for (const listed of [...listOf(item, "parameters"), ...listOf(operation, "parameters")].slice(0, parametersMax)) {
    const parameter = resolveObject(reader.document, listed);
    const view = parameter === undefined ? undefined : viewParameter(reader, parameter, budget);
    if (view !== undefined) byKey.set(`${view.place} ${view.name}`, view);
  }
  const views = [...byKey.values()];
  return places.flatMap((place) => views.filter((view) => view.place === place));
}

function viewParameter(reader: SchemaReader, parameter: JsonObject, budget: ViewBudget): ParameterView | undefined {
  const name = textOf(parameter, "name");
  const place = places.find((word) => word === own(parameter, "in"));
  if (name === undefined || place === undefined) return undefined;
  if (place === "header" && notParameters.has(name.toLowerCase())) return undefined;
  const content = Object.values(objectOf(parameter, "content")).find(isJsonObject);
  const schema = own(parameter, "schema") ?? (content === undefined ? undefined : own(content, "schema"));
  const shown = viewSchema(reader, schema, budget);
  const { keywords } = normaliseSchema(reader, schema);
  const given = examplesOf(reader, parameter)[0] ?? givenExample(keywords);
  const example = given ?? own(keywords, "default");
  const style = textOf(parameter, "style") ?? (place === "query" || place === "cookie" ? "form" : "simple");
  return {
    name,
    place,
    required: place === "path" || own(parameter, "required") === true,
    deprecated: own(parameter, "deprecated") === true || own(keywords, "deprecated") === true,
    description: joinTexts(textOf(parameter, "description"), shown.description),
    schema: {
      ...shown,
      description: undefined,
      pills: [...shown.pills, ...schemaPills(parameter, budget.pillKeys)],
      facts: withExamples(shown.facts, examplesOf(reader, parameter)),
    },
    style,
    explode: typeof parameter.explode === "boolean" ? parameter.explode : style === "form",
    isJson: content !== undefined,
    example: example ?? exampleValue(reader, schema, { direction: "request", requiredOnly: false }),
    isGiven: given !== undefined && given !== null,
    prefill: own(parameter, "x-default") ?? own(keywords, "x-default"),
  };
}

/** The examples of the parameter itself; those of its schema stand among the facts already. */
function withExamples(facts: FactView[], examples: JsonValue[]): FactView[] {
  const given = examples.filter((value) => value !== null);
  if (given.length === 0) return facts;
  const told = given.slice(0, examplesMax).map((value): FactView => ({ label: "example", value: shownValue(value) }));
  return [...facts.filter(({ label }) => label !== "example"), ...told];
}

function examplesOf(reader: SchemaReader, parameter: JsonObject): JsonValue[] {
  const plain = own(parameter, "example");
  if (plain !== undefined) return [plain];
  return Object.values(objectOf(parameter, "examples")).flatMap((listed) => {
    const example = resolveObject(reader.document, listed);
    const value = example === undefined ? undefined : own(example, "value");
    return value === undefined ? [] : [value];
  });
}
