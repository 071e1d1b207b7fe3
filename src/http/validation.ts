import type { FastifySchemaCompiler, FastifySchemaValidationError } from "fastify";
import type { TSchema } from "typebox";
import { namePattern, nameRule } from "../contract/name-rule.ts";
import { schemaCompiler } from "../platform/compile-schema.ts";
import { editDistance } from "../platform/edit-distance.ts";
import type { ErrorDetail } from "../platform/errors.ts";
import { messageBounds } from "../platform/message-bounds.ts";

// As JSON, each character may be two escapes, and a member has quotation marks, a colon and a comma around its name.
const bytesPerCharacter = 12;
const bytesPerMember = 4;
const bytesPerNumber = 25;

// Reports only the first problem. Collecting all of them would make a hostile body disproportionately expensive to
// check.
const inBody = schemaCompiler({ useDefaults: true, verbose: true });
// Query values are text, so "20" is accepted as a number there, but not in a body.
const inText = schemaCompiler({ useDefaults: true, coerceTypes: true });

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === "body" ? inBody : inText)(schema) as ReturnType<FastifySchemaCompiler<TSchema>>;

interface ObjectSchema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, ObjectSchema>>;
  additionalProperties?: unknown;
  items?: ObjectSchema;
  maxItems?: number;
  maxLength?: number;
  anyOf?: readonly ObjectSchema[];
  enum?: readonly unknown[];
  const?: unknown;
}

/** Ajv adds these to the problems of a body. */
interface ProblemPlace {
  parentSchema?: ObjectSchema;
  data?: unknown;
}

/** The number of bytes that the body of an operation may have: as many as its schema allows, between two limits. */
export function bodyLimitOf(schema: ObjectSchema | undefined): number {
  return Math.min(Math.max(longest(schema ?? { type: "null" }), messageBounds.shortBytesMax), messageBounds.bytesMax);
}

/** The length of the longest JSON text of a schema. */
function longest({ type, properties, additionalProperties, items, maxItems, maxLength, ...of }: ObjectSchema): number {
  if (of.anyOf !== undefined) return Math.max(...of.anyOf.map(longest));
  if (of.const !== undefined || of.enum !== undefined) return JSON.stringify(of.const ?? of.enum).length;
  if (type === "string") return bytesPerCharacter * (maxLength ?? Number.POSITIVE_INFINITY);
  if (type === "array") return (maxItems ?? Number.POSITIVE_INFINITY) * (1 + longest(items ?? {}));
  if (type !== "object") return type === undefined ? Number.POSITIVE_INFINITY : bytesPerNumber;
  if (properties === undefined || additionalProperties) return Number.POSITIVE_INFINITY;
  const members = Object.entries(properties).map(([name, value]) => name.length + bytesPerMember + longest(value));
  return members.reduce((sum, length) => sum + length, 0);
}

export function describeProblems(problems: readonly FastifySchemaValidationError[], part = "body"): ErrorDetail[] {
  const place = part === "querystring" ? "query" : part;
  return problems.filter(isOfMeantKind).map(({ instancePath, keyword, params, message, ...problem }) => {
    const field = String(params.missingProperty ?? params.additionalProperty ?? "").slice(0, fieldLengthMax);
    const path = `${place}${instancePath}${field && `/${field}`}`.replaceAll("/", ".");
    if (keyword === "required") return { path, message: "is required" };
    if (keyword !== "additionalProperties") return { path, message: describe(keyword, params, message) };
    const nearest = nearestField(field, (problem as ProblemPlace).parentSchema);
    return { path, message: `is not a known field${nearest === undefined ? "" : `; did you mean ${nearest}?`}` };
  });
}

/** False for the fields of a variant of a union, if the data says that it is another variant. */
function isOfMeantKind({ params, ...problem }: FastifySchemaValidationError): boolean {
  if (params.missingProperty === undefined && params.additionalProperty === undefined) return true;
  const { parentSchema, data } = problem as ProblemPlace;
  const variant = parentSchema?.properties?.kind?.const;
  const { kind } = (data ?? {}) as { kind?: unknown };
  return variant === undefined || kind === undefined || kind === variant;
}

const fieldLengthMax = 50;

/** A name is only near if at least half of it is the same. */
function nearestField(field: string, { properties = {} }: ObjectSchema = {}): string | undefined {
  const names = Object.keys(properties).map((name) => ({
    name,
    distance: editDistance(field.toLowerCase(), name.toLowerCase(), Math.max(field.length, name.length) / 2),
  }));
  const near = names.filter(({ name, distance }) => distance <= Math.max(field.length, name.length) / 2);
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.name;
}

function describe(keyword: string, params: Record<string, unknown>, message = "is not valid"): string {
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.join(", ")}`;
  }
  if (keyword === "pattern" && String(params.pattern).endsWith(namePattern)) {
    return nameRule;
  }
  if (keyword === "pattern") {
    return params.pattern === "\\S" ? "must not be blank" : "is not well formed";
  }
  return message;
}
