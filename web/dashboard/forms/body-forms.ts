import { dashboardOperations } from "../../../src/contract/dashboard-operations.ts";
import type { Body } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";

const allOperations = { ...operations, ...dashboardOperations };

/** The operations whose bodies forms fill in. */
const names = [
  "changeOrganizationSignIn",
  "changePassword",
  "changeProject",
  "changeServerModel",
  "changeServerSignIn",
  "changeSignInRules",
  "changeSiteAccess",
  "createAccount",
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
  "requestPasswordReset",
  "signIn",
] as const satisfies readonly (keyof typeof allOperations)[];

export type FormName = (typeof names)[number];
export type BodyOf<Name extends FormName> = Body<(typeof allOperations)[Name]>;

/** What the schema of a body says about one of its fields. Entries of `words` have no spaces, those of `lines` may. */
export interface BodyField {
  kind: "text" | "secret" | "link" | "email" | "number" | "integer" | "flag" | "select" | "choices" | "words" | "lines";
  isRequired: boolean;
  isNullable: boolean;
  /** The smallest and the largest number, or length. */
  least: number | undefined;
  most: number | undefined;
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
  const kind = kindOf(name, schema);
  const isNullable = schema.type?.includes("null") === true;
  const least = schema.minimum ?? schema.minLength ?? schema.minItems;
  const most = schema.maximum ?? schema.maxLength;
  const canBeEmpty = isNullable || (least === undefined && ["text", "words", "lines"].includes(kind));
  return { kind, isRequired: isRequired && !canBeEmpty, isNullable, least, most };
}

function kindOf(name: string, { type = "", enum: values, items, pattern = "" }: Schema): BodyField["kind"] {
  if (type === "boolean") return "flag";
  if (type.includes("integer")) return "integer";
  if (type.includes("number")) return "number";
  if (values !== undefined) return "select";
  if (items?.enum !== undefined) return "choices";
  // The patterns of entries, such as those of addresses, exclude spaces.
  if (items !== undefined) return items.pattern === undefined ? "lines" : "words";
  if (/(?:password|secret|token|key)$/i.test(name)) return "secret";
  if (pattern.startsWith("^https?://")) return "link";
  return pattern.includes("@") ? "email" : "text";
}
