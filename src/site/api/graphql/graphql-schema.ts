/** A GraphQL schema as plain data: it is stored as JSON, and each page shows a part of it. */
export interface GraphqlSchema {
  /** The names of the types whose fields are operations. */
  roots: Partial<Record<GraphqlOperationKind, string>>;
  types: GraphqlType[];
}

export const operationKinds = ["query", "mutation", "subscription"] as const;
export type GraphqlOperationKind = (typeof operationKinds)[number];

export const typeKinds = ["object", "input", "enum", "interface", "union", "scalar"] as const;
export type GraphqlTypeKind = (typeof typeKinds)[number];

export interface GraphqlType {
  kind: GraphqlTypeKind;
  name: string;
  description?: string | undefined;
  fields: GraphqlField[];
  values: GraphqlValue[];
  /** The interfaces of an object or interface. */
  interfaces: string[];
  /** The types of a union. */
  members: string[];
  /** The URL of a scalar's specification. */
  specifiedBy?: string | undefined;
}

/** A value of an enum. `deprecated` is the reason for its deprecation. */
export interface GraphqlValue {
  name: string;
  description?: string | undefined;
  deprecated?: string | undefined;
}

/** A field, an argument, or a field of an input. */
export interface GraphqlField extends GraphqlValue {
  /** The type as the schema writes it: `[User!]!`. */
  type: string;
  defaultValue?: string | undefined;
  arguments: GraphqlField[];
}

/** Limits for schemas. Schemas are untrusted, and even a small schema can describe endless responses. */
export const graphqlLimits = {
  tokensMax: 1_000_000,
  nameLengthMax: 500,
  typesMax: 5_000,
  operationsMax: 3_000,
  argumentsMax: 200,
  defaultLengthMax: 1_000,
  /** The number of places that a page lists under "Used by". */
  usesMax: 100,
  sampleDepthMax: 2,
  sampleLeavesMax: 8,
  sampleObjectsMax: 3,
  sampleFragmentsMax: 2,
  sampleListDepthMax: 4,
  sampleInputFieldsMax: 8,
  sampleInputDepthMax: 4,
} as const;

/** `[User!]!` → `User`. */
export function namedType(type: string): string {
  return type.replaceAll(/[[\]!]/g, "");
}

export function isRequired({ type, defaultValue }: GraphqlField): boolean {
  return type.endsWith("!") && defaultValue === undefined;
}

/** A schema with its types by name, and the places that use each of them. */
export interface OpenSchema extends GraphqlSchema {
  find(name: string): GraphqlType | undefined;
  /** Types that implement an interface or belong to a union. */
  possibleTypes(type: GraphqlType): string[];
  usesOf(name: string): readonly GraphqlUse[];
}

/** A place that uses a type: a field such as `User.posts`, or an operation. */
interface GraphqlUse {
  kind: GraphqlOperationKind | GraphqlTypeKind;
  type: string;
  field: string | undefined;
}

export function openSchema(schema: GraphqlSchema): OpenSchema {
  const byName = new Map(schema.types.map((type) => [type.name, type]));
  const implementers = new Map<string, string[]>();
  const uses = new Map<string, Map<string, GraphqlUse>>();
  const note = (used: string, use: GraphqlUse) => {
    const known = uses.get(used) ?? new Map<string, GraphqlUse>();
    known.set(`${use.type}.${use.field ?? ""}`, use);
    uses.set(used, known);
  };
  for (const { kind, name, fields, interfaces, members } of schema.types) {
    const operation = operationKinds.find((candidate) => schema.roots[candidate] === name);
    for (const field of fields) {
      const use: GraphqlUse = { kind: operation ?? kind, type: name, field: field.name };
      for (const { type } of [field, ...field.arguments]) note(namedType(type), use);
    }
    for (const member of members) note(member, { kind, type: name, field: undefined });
    for (const implemented of interfaces) {
      const known = implementers.get(implemented);
      if (known === undefined) implementers.set(implemented, [name]);
      else known.push(name);
    }
  }
  return {
    ...schema,
    find: (name) => byName.get(name),
    possibleTypes: ({ kind, name, members }) => (kind === "union" ? members : (implementers.get(name) ?? [])),
    usesOf: (name) => [...(uses.get(name)?.values() ?? [])],
  };
}
