import type * as Graphql from "graphql";
import type { DefinitionNode, DirectiveNode, FieldDefinitionNode, InputValueDefinitionNode, TypeNode } from "graphql";
import { BuildProblem, type ProblemRecord } from "../../shared/build-problem.ts";
import { requirePackage } from "../../shared/packages.ts";
import { specLimits } from "../read/spec-limits.ts";
import {
  type GraphqlField,
  type GraphqlSchema,
  type GraphqlType,
  type GraphqlTypeKind,
  type GraphqlValue,
  graphqlLimits,
  namedType,
  operationKinds,
} from "./graphql-schema.ts";

interface ReadSchema {
  schema: GraphqlSchema;
  problems: ProblemRecord[];
}

/** Reads the type definitions of a schema. Throws a BuildProblem with the line if they can't be parsed. */
export function readGraphql(text: string, file: string): ReadSchema {
  // Loaded on demand: few sites have a schema, and loading the parser would slow down every render process.
  const { parse, print, GraphQLError } = requirePackage("graphql") as typeof Graphql;
  try {
    const { definitions, loc } = parse(text, { maxTokens: graphqlLimits.tokensMax });
    checkNames(loc?.startToken, file);
    return collectTypes(definitions, file, (value) => print(value).slice(0, graphqlLimits.defaultLengthMax));
  } catch (error) {
    if (error instanceof RangeError) throw new BuildProblem("is nested too deeply to be read", { file });
    if (!(error instanceof GraphQLError)) throw error;
    const { line, column } = error.locations?.[0] ?? {};
    const reason = error.message.replace(/^Syntax Error: /, "").slice(0, 200);
    const hint = "the schema must be written in the GraphQL schema definition language";
    throw new BuildProblem(`is not a valid GraphQL schema: ${reason}`, { file, line, column, hint });
  }
}

/** A page shows a name many times, so a long one would make the page too large. */
function checkNames(first: Graphql.Token | null | undefined, file: string): void {
  const { nameLengthMax } = graphqlLimits;
  for (let token = first; token; token = token.next) {
    if (token.kind !== "Name" || token.end - token.start <= nameLengthMax) continue;
    throw new BuildProblem(`has a name of more than ${nameLengthMax} characters`, { file, line: token.line });
  }
}

type PrintValue = (value: Graphql.ConstValueNode) => string;

/** Extensions are merged into their types. A type that is only extended is shown with the fields of its extensions. */
function collectTypes(definitions: readonly DefinitionNode[], file: string, printValue: PrintValue): ReadSchema {
  const types = new Map<string, GraphqlType>();
  const defined = new Set<string>();
  const lines = new Map<string, number | undefined>();
  const named: GraphqlSchema["roots"] = {};
  const problems: ProblemRecord[] = [];
  const warn = (message: string, line: number | undefined) => {
    if (problems.length < specLimits.problemsMax) problems.push({ message, severity: "warning", file, line });
  };
  for (const node of definitions) {
    const line = node.loc?.startToken.line;
    if (node.kind === "SchemaDefinition" || node.kind === "SchemaExtension") {
      for (const { operation, type } of node.operationTypes ?? []) named[operation] = type.name.value;
      continue;
    }
    const kind = kindOf(node);
    if (kind === undefined || !("name" in node) || node.name === undefined) continue;
    const name = node.name.value;
    const isDefinition = node.kind.endsWith("Definition");
    if (isDefinition && defined.has(name)) {
      warn(`defines "${name.slice(0, 100)}" twice; the first definition is used`, line);
      continue;
    }
    if (isDefinition) defined.add(name);
    if (!types.has(name)) lines.set(name, line);
    types.set(name, mergeTypes(types.get(name), readType(node, kind, name, printValue)));
  }
  const roots = Object.fromEntries(
    operationKinds.flatMap((kind) => {
      const name = named[kind] ?? (Object.keys(named).length === 0 ? defaultRoots[kind] : undefined);
      return name !== undefined && types.get(name)?.kind === "object" ? [[kind, name]] : [];
    }),
  );
  const list = [...types.values()];
  if (list.length === 0) throw new BuildProblem("doesn't define any GraphQL types", { file });
  for (const { name, fields } of list) {
    for (const { type } of fields.flatMap((field) => [field, ...field.arguments])) {
      const used = namedType(type);
      if (types.has(used) || builtInScalars.has(used)) continue;
      warn(`"${name.slice(0, 100)}" uses the type "${used.slice(0, 100)}", which is not defined`, lines.get(name));
      // From now on the type is known, so that it is reported only once.
      types.set(used, { ...emptyType("scalar", used) });
    }
  }
  return { schema: { roots, types: list }, problems };
}

const defaultRoots = { query: "Query", mutation: "Mutation", subscription: "Subscription" } as const;

const builtInScalars: ReadonlySet<string> = new Set(["String", "Int", "Float", "Boolean", "ID"]);

/** Undefined for definitions that have no page, such as directives. */
function kindOf(node: DefinitionNode): GraphqlTypeKind | undefined {
  if (node.kind.startsWith("ObjectType")) return "object";
  if (node.kind.startsWith("InputObjectType")) return "input";
  if (node.kind.startsWith("EnumType")) return "enum";
  if (node.kind.startsWith("InterfaceType")) return "interface";
  if (node.kind.startsWith("UnionType")) return "union";
  return node.kind.startsWith("ScalarType") ? "scalar" : undefined;
}

function emptyType(kind: GraphqlTypeKind, name: string): GraphqlType {
  return { kind, name, fields: [], values: [], interfaces: [], members: [] };
}

function mergeTypes(one: GraphqlType | undefined, other: GraphqlType): GraphqlType {
  if (one === undefined) return other;
  return {
    ...one,
    description: one.description ?? other.description,
    fields: [...one.fields, ...other.fields],
    values: [...one.values, ...other.values],
    interfaces: [...new Set([...one.interfaces, ...other.interfaces])],
    members: [...new Set([...one.members, ...other.members])],
    specifiedBy: one.specifiedBy ?? other.specifiedBy,
  };
}

function readType(node: DefinitionNode, kind: GraphqlTypeKind, name: string, printValue: PrintValue): GraphqlType {
  const type: GraphqlType = { ...emptyType(kind, name), description: describe(node) };
  if ("interfaces" in node) type.interfaces = (node.interfaces ?? []).map((other) => other.name.value);
  if ("types" in node) type.members = (node.types ?? []).map((member) => member.name.value);
  if ("values" in node) type.values = (node.values ?? []).map((value) => readValue(value));
  if ("fields" in node) type.fields = (node.fields ?? []).map((field) => readField(field, printValue));
  if (kind === "scalar" && "directives" in node) type.specifiedBy = argumentOf(node.directives, "specifiedBy", "url");
  return type;
}

function readField(node: FieldDefinitionNode | InputValueDefinitionNode, printValue: PrintValue): GraphqlField {
  const written = "arguments" in node ? (node.arguments ?? []).slice(0, graphqlLimits.argumentsMax) : [];
  return {
    ...readValue(node),
    type: typeText(node.type),
    arguments: written.map((argument) => readField(argument, printValue)),
    ...("defaultValue" in node && node.defaultValue !== undefined
      ? { defaultValue: printValue(node.defaultValue) }
      : {}),
  };
}

type DescribedNode = { name: { value: string }; directives?: readonly DirectiveNode[] | undefined };

function readValue(node: DescribedNode & { description?: { value: string } | undefined }): GraphqlValue {
  const isDeprecated = node.directives?.some(({ name }) => name.value === "deprecated") === true;
  return {
    name: node.name.value,
    description: describe(node),
    ...(isDeprecated ? { deprecated: argumentOf(node.directives, "deprecated", "reason") ?? "" } : {}),
  };
}

function describe(node: { description?: { value: string } | undefined } | DefinitionNode): string | undefined {
  const text = "description" in node ? node.description?.value.trim().slice(0, specLimits.descriptionLengthMax) : "";
  return text || undefined;
}

/** The text of a directive's argument. */
function argumentOf(
  directives: readonly DirectiveNode[] | undefined,
  directive: string,
  argument: string,
): string | undefined {
  const found = directives?.find(({ name }) => name.value === directive);
  const value = found?.arguments?.find(({ name }) => name.value === argument)?.value;
  return value?.kind === "StringValue" ? value.value.slice(0, specLimits.descriptionLengthMax) : undefined;
}

function typeText(node: TypeNode): string {
  if (node.kind === "ListType") return `[${typeText(node.type)}]`;
  return node.kind === "NonNullType" ? `${typeText(node.type)}!` : node.name.value;
}
