import type { WrittenParameter } from "../../page/markdown/render-context.ts";
import type { JsonValue } from "../../source/json-value.ts";
import type { MdxPageApi } from "../../source/page-api.ts";
import type { AuthSchemeView, OperationView, ParameterView } from "./api-view.ts";
import { viewScheme } from "./auth-view.ts";
import { leafSchema } from "./schema-view.ts";

/**
 * Turns a page with `api:` and `<ParamField>`s into an operation, so that it gets the samples and the tester of an
 * operation.
 */
export function viewMdxEndpoint(api: MdxPageApi, fields: readonly WrittenParameter[]): OperationView {
  const inBody = fields.filter(({ place }) => place === "body");
  const value: JsonValue = Object.fromEntries(inBody.map((field) => [field.name, exampleOf(field)]));
  const content = {
    type: "application/json",
    schema: undefined,
    encodings: {},
    examples: [{ title: undefined, value }],
  };
  const required = inBody.some((field) => field.required);
  return {
    kind: "operation",
    method: api.method,
    path: api.path,
    summary: undefined,
    description: undefined,
    deprecated: false,
    servers: api.servers.map((url) => ({ url: url.replace(/(?<!\/)\/+$/, ""), description: undefined, variables: [] })),
    auth: api.auth === undefined ? [] : [{ schemes: schemesOf(api.auth) }],
    parameters: fields.flatMap((field) => viewParameter(field) ?? []),
    body: inBody.length === 0 ? undefined : { required, description: undefined, contents: [content] },
    responses: [],
    callbacks: [],
    samples: [],
    content: undefined,
    docs: undefined,
  };
}

type MdxAuth = NonNullable<MdxPageApi["auth"]>;

/** Cobo signs requests with a key, a nonce and a signature. */
const coboHeaders = [
  { name: "Biz-Api-Key", kind: "key" },
  { name: "Biz-Api-Nonce", kind: "other" },
  { name: "Biz-Api-Signature", kind: "other" },
] as const;

function schemesOf(auth: MdxAuth): AuthSchemeView[] {
  if (auth.method !== "cobo") return [schemeOf(auth)];
  return coboHeaders.map(({ name, kind }) => ({ ...schemeOf({ method: "key", name }), id: name, kind }));
}

function schemeOf({ method, name }: MdxAuth): AuthSchemeView {
  if (method !== "bearer" && method !== "basic")
    return { ...viewScheme(method, { type: "apiKey" }, []), name: name ?? "x-api-key" };
  const scheme = viewScheme(method, { type: "http", scheme: method }, []);
  return { ...scheme, name: name ?? scheme.name };
}

function viewParameter(field: WrittenParameter): ParameterView | undefined {
  const { name, place, required, type = "string", defaultValue } = field;
  if (place === "body") return undefined;
  return {
    name,
    place,
    required: required || place === "path",
    deprecated: false,
    description: undefined,
    schema: leafSchema({
      type,
      base: type.endsWith("[]") ? "array" : type,
      facts: defaultValue === undefined ? [] : [{ label: "default", value: defaultValue }],
    }),
    style: place === "query" || place === "cookie" ? "form" : "simple",
    explode: place === "query",
    isJson: false,
    example: exampleOf(field),
    isGiven: false,
    prefill: undefined,
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
