import { dashboardOperations } from "../../../src/contract/dashboard-operations.ts";
import type { Body } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";

const allOperations = { ...operations, ...dashboardOperations };

/** The operations whose bodies forms fill in. */
const names = [
  "changeOrganizationSignIn",
  "changeProject",
  "changeServerModel",
  "changeServerSignIn",
  "changeSignInRules",
  "changeSiteAccess",
  "createAgentJob",
  "createAutomation",
  "createInvitation",
  "createKey",
  "createPreviewLink",
  "createProject",
  "createToken",
  "createWebhook",
  "openPullRequest",
  "printSite",
] as const satisfies readonly (keyof typeof allOperations)[];

export type FormName = (typeof names)[number];
export type BodyOf<Name extends FormName> = Body<(typeof allOperations)[Name]>;

/** What the schema of a body says about one of its fields. */
export interface BodyField {
  /** An empty secret keeps the stored one. Lists of `words` have entries without spaces, lists of `lines` may have any text. */
  kind: "text" | "secret" | "link" | "email" | "number" | "flag" | "select" | "choices" | "words" | "lines";
  isRequired?: true;
  isNullable?: true;
  /** The smallest and the largest number, or length. */
  least?: number;
  most?: number;
  isInteger?: true;
}

/**
 * The fields of each body, such as `branchRules.forcePush`. The bundler evaluates this module and keeps only this table,
 * because the schemas would bring their whole library into the browser.
 */
export const bodyForms: Readonly<Record<FormName, Readonly<Record<string, BodyField>>>> = Object.fromEntries(
  names.map((name) => [name, Object.fromEntries(fieldsOf(allOperations[name].body as Schema))]),
) as Record<FormName, Record<string, BodyField>>;

interface Schema {
  type?: string | readonly string[];
  enum?: readonly (string | number | null)[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
}

/** A form has the fields of one entry of a list of objects, such as `sources.0.path`. */
function fieldsOf({ properties = {}, required = [] }: Schema, before = ""): [string, BodyField][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.anyOf?.find(({ properties: fields }) => fields !== undefined) ?? schema;
    if (inner.properties !== undefined) return fieldsOf(inner, `${before}${name}.`);
    if (inner.items?.properties !== undefined) return fieldsOf(inner.items, `${before}${name}.0.`);
    return [[`${before}${name}`, describeField(name, inner, required.includes(name))]];
  });
}

function describeField(name: string, schema: Schema, isRequired: boolean): BodyField {
  const { minLength, minimum = minLength ?? schema.minItems, maximum = schema.maxLength } = schema;
  const isNullable = schema.type?.includes("null") === true;
  const kind = kindOf(name, schema);
  const isInteger = schema.type?.includes("integer") === true;
  const canBeEmpty = minimum === undefined && (kind === "text" || schema.items !== undefined);
  return {
    kind,
    ...(isRequired && !isNullable && !canBeEmpty && { isRequired }),
    ...(isNullable && { isNullable }),
    ...(minimum !== undefined && { least: minimum }),
    ...(maximum !== undefined && { most: maximum }),
    ...(isInteger && { isInteger }),
  };
}

function kindOf(name: string, { type, enum: values, items, pattern = "" }: Schema): BodyField["kind"] {
  if (values !== undefined) return "select";
  if (items?.enum !== undefined) return "choices";
  if (items !== undefined) return isWord(items) ? "words" : "lines";
  if (type === "boolean") return "flag";
  if (type?.includes("integer") || type?.includes("number")) return "number";
  if (/(?:password|secret|token|key)$/i.test(name)) return "secret";
  if (pattern.startsWith("^https?://")) return "link";
  return pattern.includes("@") ? "email" : "text";
}

/** Patterns of list entries, such as those of addresses, exclude spaces. */
function isWord({ pattern }: Schema): boolean {
  return pattern !== undefined;
}
