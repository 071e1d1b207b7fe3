import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { channelLimits } from "../read/channel-limits.ts";
import type { SchemaReader } from "../read/normal-schema.ts";
import { own, resolveObject } from "../read/spec-document.ts";
import { fieldOf } from "./channel-parts.ts";
import type { BindingView } from "./channel-view.ts";
import { shownValue } from "./schema-facts.ts";
import { type ViewBudget, viewSchema } from "./schema-view.ts";

/** Keys whose value is the schema of what is sent there, and not a setting. */
const schemaKeys: ReadonlySet<string> = new Set(["query", "headers", "key", "groupId", "clientId", "ack"]);

/** What is only true for one protocol: the settings of a topic, the key of a record. `without` leaves one of them out. */
export function viewBindings(
  reader: SchemaReader,
  holder: JsonObject,
  budget: ViewBudget,
  without?: string,
): BindingView[] {
  return Object.entries(bindingsOf(reader, holder))
    .filter(([protocol]) => !protocol.startsWith("x-") && protocol !== without)
    .slice(0, channelLimits.bindingsMax)
    .flatMap(([protocol, listed]) => {
      const binding = resolveObject(reader.document, listed);
      const view = binding === undefined ? undefined : viewBinding(reader, protocol, binding, budget);
      return view === undefined || view.values.length + view.fields.length === 0 ? [] : [view];
    });
}

/** The binding of one protocol. */
export function findBinding(reader: SchemaReader, holder: JsonObject, protocol: string): JsonObject | undefined {
  return resolveObject(reader.document, own(bindingsOf(reader, holder), protocol));
}

function bindingsOf(reader: SchemaReader, holder: JsonObject): JsonObject {
  return resolveObject(reader.document, own(holder, "bindings")) ?? {};
}

function viewBinding(reader: SchemaReader, protocol: string, binding: JsonObject, budget: ViewBudget): BindingView {
  const view: BindingView = { protocol, values: [], fields: [] };
  for (const [key, value] of Object.entries(binding)) {
    if (key === "bindingVersion" || key.startsWith("x-")) continue;
    if (!schemaKeys.has(key) || !isJsonObject(value)) addValue(view, key, value, 0);
    else if (view.fields.length < channelLimits.bindingValuesMax) {
      view.fields.push(fieldOf(key, viewSchema(reader, value, budget)));
    }
  }
  return view;
}

/** Objects in objects are told in one line each: `exchange.name`. */
function addValue(view: BindingView, name: string, value: JsonValue, depth: number): void {
  if (view.values.length >= channelLimits.bindingValuesMax) return;
  if (!isJsonObject(value) || depth >= channelLimits.bindingDepthMax) {
    view.values.push({ name, value: shownValue(value) });
    return;
  }
  for (const [key, inner] of Object.entries(value)) addValue(view, `${name}.${key}`, inner, depth + 1);
}
