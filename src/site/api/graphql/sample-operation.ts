import type { JsonValue } from "../../source/json-value.ts";
import { specLimits } from "../read/spec-limits.ts";
import {
  type GraphqlField,
  type GraphqlOperationKind,
  type GraphqlType,
  graphqlLimits,
  isRequired,
  namedType,
  type OpenSchema,
} from "./graphql-schema.ts";

export interface GraphqlSample {
  operation: string;
  /** The variables as JSON; undefined if the operation has none. */
  variables: string | undefined;
  response: string;
}

/** How many more values a sample may have: inputs with required fields can multiply. */
interface SampleBudget {
  left: number;
}

/** A complete operation with its variables and a sample response. */
export function sampleOperation(schema: OpenSchema, kind: GraphqlOperationKind, field: GraphqlField): GraphqlSample {
  const variables = sampledArguments(field.arguments);
  const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(", ");
  const passed = variables.map(({ name }) => `${name}: $${name}`).join(", ");
  const name = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  const selected = selectFields(schema, namedType(field.type), []);
  const head = `${kind} ${name}${declared === "" ? "" : `(${declared})`}`;
  const call = `${field.name}${passed === "" ? "" : `(${passed})`}`;
  const operation = `${head} {\n${printSelection({ name: call, children: selected, value: null }, 1)}\n}`;
  const budget: SampleBudget = { left: specLimits.exampleValuesMax };
  const values = variables.map((argument): [string, JsonValue] => {
    return [argument.name, sampleInput(schema, argument.type, [], budget)];
  });
  const data = Object.fromEntries([[field.name, inLists(field.type, responseValue(schema, field.type, selected))]]);
  return {
    operation,
    variables: values.length === 0 ? undefined : printJson(Object.fromEntries(values)),
    response: printJson({ data }),
  };
}

/** A sample value of an enum, a scalar or an input, for the page of that type. */
export function sampleInput(
  schema: OpenSchema,
  type: string,
  path: readonly string[],
  budget: SampleBudget = { left: specLimits.exampleValuesMax },
): JsonValue {
  const name = namedType(type);
  const found = schema.find(name);
  budget.left -= 1;
  if (found?.kind !== "input") return inLists(type, leafValue(found, name));
  const isTooDeep = path.includes(name) || path.length >= graphqlLimits.sampleInputDepthMax;
  if (isTooDeep || budget.left <= 0) return inLists(type, {});
  const inside = [...path, name];
  const open = found.fields.filter((field) => isRequired(field) || !inside.includes(namedType(field.type)));
  const fields = sampledArguments(open).slice(0, graphqlLimits.sampleInputFieldsMax);
  const entries = fields.map((field): [string, JsonValue] => [
    field.name,
    sampleInput(schema, field.type, inside, budget),
  ]);
  // Unlike an assignment, this also works for `__proto__`.
  return inLists(type, Object.fromEntries(entries));
}

const optionalMax = 2;

/** The required arguments, or a few optional arguments as an example. */
function sampledArguments(fields: readonly GraphqlField[]): GraphqlField[] {
  const required = fields.filter(isRequired);
  if (required.length > 0) return required;
  return fields.filter(({ deprecated }) => deprecated === undefined).slice(0, optionalMax);
}

interface Selection {
  /** The name of a field, or `... on Type`. */
  name: string;
  children: Selection[];
  value: JsonValue;
}

const typeName: Omit<Selection, "value"> = { name: "__typename", children: [] };

/** Leaves out fields that need arguments and fields of an enclosing type. Empty for a type without fields. */
function selectFields(schema: OpenSchema, name: string, path: readonly string[]): Selection[] {
  const type = schema.find(name);
  if (type === undefined || type.kind === "scalar" || type.kind === "enum" || type.kind === "input") return [];
  const inside = [...path, name];
  if (type.kind === "union") return selectMembers(schema, type, inside);
  const selected: Selection[] = [];
  let leaves = 0;
  let objects = 0;
  for (const field of type.fields) {
    if (field.deprecated !== undefined || field.arguments.some(isRequired)) continue;
    const fieldType = namedType(field.type);
    const found = schema.find(fieldType);
    if (found === undefined || found.kind === "scalar" || found.kind === "enum") {
      leaves += 1;
      const value = inLists(field.type, leafValue(found, fieldType));
      if (leaves <= graphqlLimits.sampleLeavesMax) selected.push({ name: field.name, children: [], value });
      continue;
    }
    const isTooDeep = path.length >= graphqlLimits.sampleDepthMax || inside.includes(fieldType);
    if (isTooDeep || objects >= graphqlLimits.sampleObjectsMax) continue;
    objects += 1;
    const children = selectFields(schema, fieldType, inside);
    selected.push({
      name: field.name,
      children,
      value: inLists(field.type, responseValue(schema, field.type, children)),
    });
  }
  return selected.length > 0 ? selected : [{ ...typeName, value: schema.possibleTypes(type)[0] ?? name }];
}

function selectMembers(schema: OpenSchema, type: GraphqlType, path: readonly string[]): Selection[] {
  const members = type.members.filter((member) => !path.includes(member));
  // A path of this length is at the depth limit, so nested objects of the members are left out.
  const leavesOnly = Array.from({ length: graphqlLimits.sampleDepthMax }, () => type.name);
  const fragments = members.slice(0, graphqlLimits.sampleFragmentsMax).flatMap((member): Selection[] => {
    const found = schema.find(member);
    if (found?.kind !== "object") return [];
    const children = selectFields(schema, member, leavesOnly);
    return [{ name: `... on ${member}`, children, value: null }];
  });
  return [{ ...typeName, value: members[0] ?? type.name }, ...fragments];
}

/** If there are several fragments, the response has only the fields of the type that `__typename` names. */
function responseValue(schema: OpenSchema, type: string, selected: Selection[]): JsonValue {
  if (selected.length === 0) return leafValue(schema.find(namedType(type)), namedType(type));
  const fragment = selected.find(({ name }) => name.startsWith("... on "));
  const fields = selected.filter(({ name }) => !name.startsWith("... on "));
  return Object.fromEntries([...fields, ...(fragment?.children ?? [])].map(({ name, value }) => [name, value]));
}

function printSelection({ name, children }: Selection, depth: number): string {
  const indent = "  ".repeat(depth);
  if (children.length === 0) return `${indent}${name}`;
  return `${indent}${name} {\n${children.map((child) => printSelection(child, depth + 1)).join("\n")}\n${indent}}`;
}

/** `[[Int!]!]` is a list of lists. */
function inLists(type: string, value: JsonValue): JsonValue {
  const depth = Math.min(type.length - type.replaceAll("[", "").length, graphqlLimits.sampleListDepthMax);
  let wrapped = value;
  for (let level = 0; level < depth; level += 1) wrapped = [wrapped];
  return wrapped;
}

const knownScalars: Readonly<Record<string, JsonValue>> = {
  string: "string",
  id: "1",
  int: 1,
  float: 1.5,
  boolean: true,
  datetime: "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  uri: "https://example.com",
  url: "https://example.com",
  json: {},
  uuid: "5f0c9d3e-8a41-4d6b-9e57-2b1a7c3d4e5f",
  bigint: 1,
  long: 1,
};

function leafValue(type: GraphqlType | undefined, name: string): JsonValue {
  const [first] = type?.values.filter(({ deprecated }) => deprecated === undefined) ?? [];
  if (type?.kind === "enum") return first?.name ?? type.values[0]?.name ?? name;
  const key = name.toLowerCase();
  return Object.hasOwn(knownScalars, key) ? (knownScalars[key] ?? null) : name;
}

function printJson(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}
