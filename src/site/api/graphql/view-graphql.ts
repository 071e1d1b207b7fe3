import type { GraphqlTarget } from "../../source/page-api.ts";
import { specLimits } from "../read/spec-limits.ts";
import {
  type GraphqlField,
  type GraphqlValue,
  graphqlLimits,
  isRequired,
  namedType,
  type OpenSchema,
  operationKinds,
} from "./graphql-schema.ts";
import { type GraphqlSample, sampleInput, sampleOperation } from "./sample-operation.ts";

/** Everything a page shows. Plain data, because a page is rendered again only when this changes. */
export interface GraphqlView extends GraphqlTarget {
  description?: string | undefined;
  /** The reason for the deprecation; undefined if the target isn't deprecated. */
  deprecated?: string | undefined;
  arguments: GraphqlFieldView[];
  /** The type that an operation returns. */
  returns?: GraphqlTypeLink;
  fields: GraphqlFieldView[];
  fieldsLeftOut: number;
  values: GraphqlValue[];
  possibleTypes: GraphqlTypeLink[];
  interfaces: GraphqlTypeLink[];
  usedBy: GraphqlTypeLink[];
  usesLeftOut: number;
  specifiedBy?: string | undefined;
  sample?: GraphqlSample;
  /** The example of an input, as JSON. */
  example?: string | undefined;
}

/** A type, or a place that uses a type, with the path of its page below the folder of the schema. */
export interface GraphqlTypeLink {
  label: string;
  path: string | undefined;
}

export interface GraphqlFieldView extends GraphqlValue {
  type: GraphqlTypeLink;
  required: boolean;
  defaultValue: string | undefined;
  arguments: GraphqlFieldView[];
}

/** The path of a target's page below the folder of its schema; undefined if the target has no page. */
export type FindPath = (target: GraphqlTarget) => string | undefined;

export function viewGraphql(schema: OpenSchema, target: GraphqlTarget, pathOf: FindPath): GraphqlView | undefined {
  const linkTo = (type: string): GraphqlTypeLink => {
    const found = schema.find(namedType(type));
    return { label: type, path: found && pathOf(found) };
  };
  const viewField = (field: GraphqlField, isInput: boolean): GraphqlFieldView => ({
    name: field.name,
    description: field.description,
    deprecated: field.deprecated,
    type: linkTo(field.type),
    required: isInput && isRequired(field),
    defaultValue: field.defaultValue,
    arguments: field.arguments.map((argument) => viewField(argument, true)),
  });
  const operation = operationKinds.find((kind) => kind === target.kind);
  if (operation !== undefined) {
    const field = schema.find(schema.roots[operation] ?? "")?.fields.find(({ name }) => name === target.name);
    if (field === undefined) return undefined;
    return {
      ...emptyView(target),
      description: field.description,
      deprecated: field.deprecated,
      arguments: field.arguments.map((argument) => viewField(argument, true)),
      returns: linkTo(field.type),
      sample: sampleOperation(schema, operation, field),
    };
  }
  const type = schema.find(target.name);
  if (type === undefined) return undefined;
  const uses = schema.usesOf(type.name);
  const shownUses = uses.slice(0, graphqlLimits.usesMax).map((use): GraphqlTypeLink => {
    const isOperation = operationKinds.some((kind) => kind === use.kind);
    const label = isOperation || use.field === undefined ? (use.field ?? use.type) : `${use.type}.${use.field}`;
    return { label, path: pathOf({ kind: use.kind, name: isOperation ? label : use.type }) };
  });
  return {
    ...emptyView(target),
    description: type.description,
    fields: type.fields.slice(0, specLimits.fieldsMax).map((field) => viewField(field, type.kind === "input")),
    fieldsLeftOut: Math.max(0, type.fields.length - specLimits.fieldsMax),
    values: type.values.slice(0, specLimits.fieldsMax),
    possibleTypes: schema.possibleTypes(type).slice(0, graphqlLimits.usesMax).map(linkTo),
    interfaces: type.interfaces.slice(0, graphqlLimits.usesMax).map(linkTo),
    usedBy: shownUses,
    usesLeftOut: uses.length - shownUses.length,
    specifiedBy: type.specifiedBy,
    example: type.kind === "input" ? JSON.stringify(sampleInput(schema, type.name, []), null, 2) : undefined,
  };
}

function emptyView(target: GraphqlTarget): GraphqlView {
  return {
    ...target,
    arguments: [],
    fields: [],
    fieldsLeftOut: 0,
    values: [],
    possibleTypes: [],
    interfaces: [],
    usedBy: [],
    usesLeftOut: 0,
  };
}
