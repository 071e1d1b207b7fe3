import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import {
  objectField,
  own,
  resolvedEntries,
  resolveObject,
  type SpecDocument,
  textField,
} from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { descriptionOf } from "./annotations.ts";
import type { BindingView, FactView, FieldView } from "./api-view.ts";
import { shownValue } from "./schema-facts.ts";
import { asField, type ViewBudget, viewSchema } from "./schema-view.ts";

/** The placeholders of an address: channel parameters or server variables. */
export function viewAddressFields(
  document: SpecDocument,
  holder: JsonObject,
  key: "parameters" | "variables",
  budget: ViewBudget,
): FieldView[] {
  return resolvedEntries(document, objectField(holder, key), specLimits.channelParametersMax).map(([name, value]) => {
    const schema = viewSchema(document, own(value, "schema") ?? textSchema(value), budget);
    const location = textField(value, "location");
    const facts: FactView[] = location === undefined ? [] : [{ label: "location", value: location }];
    const description = descriptionOf(value) ?? schema.description;
    return asField(name, { ...schema, facts: [...schema.facts, ...facts] }, { required: true, description });
  });
}

/** AsyncAPI 2 has a schema in the parameter. AsyncAPI 3 allows only strings and has the keywords in the parameter. */
function textSchema(value: JsonObject): JsonValue {
  const keywords = ["enum", "default", "examples"].filter((key) => own(value, key) !== undefined);
  return { type: "string", ...Object.fromEntries(keywords.map((key) => [key, own(value, key) ?? null])) };
}

/** Keys whose value is a schema of sent data, not a setting. */
const schemaKeys: ReadonlySet<string> = new Set(["query", "headers", "key", "groupId", "clientId", "ack"]);

/** Protocol-specific settings, such as those of a topic, and schemas, such as the schema of a record's key. */
export function viewBindings(
  document: SpecDocument,
  holder: JsonObject,
  budget: ViewBudget,
  except?: string,
): BindingView[] {
  return Object.entries(bindingsOf(document, holder))
    .filter(([protocol]) => !protocol.startsWith("x-") && protocol !== except)
    .slice(0, specLimits.bindingsMax)
    .flatMap(([protocol, listed]) => {
      const view = viewBinding(document, protocol, resolveObject(document, listed) ?? {}, budget);
      return view.values.length + view.fields.length === 0 ? [] : [view];
    });
}

export function bindingsOf(document: SpecDocument, holder: JsonObject): JsonObject {
  return resolveObject(document, own(holder, "bindings")) ?? {};
}

function viewBinding(document: SpecDocument, protocol: string, binding: JsonObject, budget: ViewBudget): BindingView {
  const view: BindingView = { protocol, values: [], fields: [] };
  for (const [key, value] of Object.entries(binding)) {
    if (key === "bindingVersion" || key.startsWith("x-")) continue;
    if (!schemaKeys.has(key) || !isJsonObject(value)) addValue(view, key, value, 0);
    else if (view.fields.length < specLimits.bindingValuesMax) {
      view.fields.push(asField(key, viewSchema(document, value, budget)));
    }
  }
  return view;
}

/** Nested objects become one line per value: `exchange.name`. */
function addValue(view: BindingView, name: string, value: JsonValue, depth: number): void {
  if (view.values.length >= specLimits.bindingValuesMax) return;
  if (!isJsonObject(value) || depth >= specLimits.bindingDepthMax) {
    view.values.push({ name, value: shownValue(value) });
    return;
  }
  for (const [key, inner] of Object.entries(value)) addValue(view, `${name}.${key}`, inner, depth + 1);
}
