import type { WrittenParameter } from "../../page/markdown/render-context.ts";
import type { JsonValue } from "../../source/json-value.ts";
import type { WrittenPageApi } from "../../source/page-api.ts";
import type { AuthSchemeView, OperationView, ParameterView, SchemaView } from "./api-view.ts";

/** A page with `api:` and `<ParamField>`s as an operation, so that it has the same samples and the same tester. */
export function writtenView(part: WrittenPageApi, written: readonly WrittenParameter[]): OperationView {
  const inBody = written.filter(({ place }) => place === "body");
  const value: Record<string, JsonValue> = Object.fromEntries(inBody.map((field) => [field.name, exampleOf(field)]));
  const example = { title: undefined, description: undefined, value, given: true };
  return {
    kind: "operation",
    method: part.method,
    path: part.path,
    summary: undefined,
    description: undefined,
    deprecated: false,
    servers: part.servers.map((url) => ({ url: url.replace(/\/+$/, ""), description: undefined, variables: [] })),
    auth: part.auth === undefined ? [] : [{ schemes: schemesOf(part.auth) }],
    parameters: written.flatMap((field) => parameterOf(field) ?? []),
    body:
      inBody.length === 0
        ? undefined
        : {
            required: inBody.some(({ required }) => required),
            description: undefined,
            contents: [{ type: "application/json", schema: undefined, encodings: {}, examples: [example] }],
          },
    responses: [],
    callbacks: [],
    samples: [],
    content: undefined,
    docs: undefined,
  };
}

/** What a request is signed with at the company that `cobo` is the word for: a key, the time, and the signature of both. */
const signedHeaders = [
  { name: "Biz-Api-Key", kind: "key" },
  { name: "Biz-Api-Nonce", kind: "other" },
  { name: "Biz-Api-Signature", kind: "other" },
] as const;

function schemesOf(auth: NonNullable<WrittenPageApi["auth"]>): AuthSchemeView[] {
  if (auth.method !== "cobo") return [schemeOf(auth)];
  return signedHeaders.map(({ name, kind }) => ({ ...schemeOf({ method: "key", name }), id: name, kind }));
}

function schemeOf({ method, name }: NonNullable<WrittenPageApi["auth"]>): AuthSchemeView {
  const shared = {
    id: method,
    place: "header" as const,
    description: undefined,
    scopes: [],
    scopeNotes: {},
    flows: [],
    discovery: undefined,
    format: undefined,
    prefill: undefined,
  };
  if (method === "bearer") return { ...shared, kind: "bearer", name: name ?? "Authorization", prefix: "Bearer" };
  if (method === "basic") return { ...shared, kind: "basic", name: name ?? "Authorization", prefix: "Basic" };
  return { ...shared, kind: "key", name: name ?? "x-api-key", prefix: undefined };
}

function parameterOf(field: WrittenParameter): ParameterView | undefined {
  const { name, place, required, type } = field;
  if (place === "body") return undefined;
  return {
    name,
    place,
    required: required || place === "path",
    deprecated: false,
    description: undefined,
    schema: plainSchema(type ?? "string", field),
    style: place === "query" || place === "cookie" ? "form" : "simple",
    explode: place === "query",
    isJson: false,
    example: exampleOf(field),
    isGiven: false,
    prefill: undefined,
  };
}

function plainSchema(type: string, { defaultValue }: WrittenParameter): SchemaView {
  return {
    type,
    base: type.endsWith("[]") ? "array" : type,
    name: undefined,
    description: undefined,
    facts: defaultValue === undefined ? [] : [{ label: "default", value: defaultValue }],
    choices: [],
    choiceNotes: [],
    marks: [],
    pills: [],
    fields: [],
    fieldsLeftOut: 0,
    additional: undefined,
    items: undefined,
    variants: undefined,
    cut: undefined,
  };
}

function exampleOf({ type = "string", defaultValue, placeholder }: WrittenParameter): JsonValue {
  const given = defaultValue ?? placeholder;
  if (/^(?:integer|number|int|float)/i.test(type)) return given === undefined ? 1 : Number(given) || given;
  if (/^bool/i.test(type)) return given !== "false";
  if (/\[\]$|^(?:array|list)/i.test(type)) return [];
  if (/^object/i.test(type)) return {};
  return given ?? "<string>";
}
