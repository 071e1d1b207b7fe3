import { isJsonObject, type JsonValue } from "../../../source/json-value.ts";
import type { AuthSchemeView, ContentView, OperationView, ParameterView } from "../api-view.ts";
import { serverAddress } from "../server-view.ts";
import { type SampleRequest, safeHeaders } from "./sample-url.ts";
import { encodePath, plainValue, type ValueStyle, valuePairs, valueText } from "./serialize-value.ts";

const defaultServer = "https://api.example.com";

interface SampleOptions {
  requiredOnly: boolean;
  /** Whether to replace `{name}` in the path by the author's example. */
  prefills: boolean;
}

/** The body a sample sends. */
export interface SampleChoice {
  content: ContentView;
  value: JsonValue | undefined;
}

export function sampleRequest(
  view: OperationView,
  options: SampleOptions,
  body: SampleChoice | undefined,
): SampleRequest {
  const [server] = view.servers;
  const base = server === undefined ? defaultServer : serverAddress(server);
  // An optional parameter is only worth showing with a value from the author.
  const shown = view.parameters.filter(({ required, deprecated, isGiven }) => {
    return required || (!options.requiredOnly && !deprecated && isGiven);
  });
  const at = (place: ParameterView["place"]) => shown.filter((parameter) => parameter.place === place);
  const request: SampleRequest = {
    method: view.method.toUpperCase(),
    url: (base.startsWith("/") ? `${defaultServer}${base}` : base) + pathOf(view.path, at("path"), options.prefills),
    query: at("query").flatMap(queryPairs),
    headers: at("header").map((parameter) => [parameter.name, plain(parameter)]),
    basic: undefined,
    body: undefined,
  };
  const cookies: [string, string][] = at("cookie").map((parameter) => [parameter.name, plain(parameter)]);
  for (const scheme of view.auth[0]?.schemes ?? []) addAuth(request, cookies, scheme);
  if (cookies.length > 0)
    request.headers.push(["Cookie", cookies.map(([name, value]) => `${name}=${value}`).join("; ")]);
  if (body !== undefined) addBody(request, body.content, body.value);
  return { ...request, headers: safeHeaders(request.headers) };
}

function pathOf(path: string, parameters: ParameterView[], prefills: boolean): string {
  if (!prefills) return path;
  return path.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return parameter === undefined ? whole : encodePath(plain(parameter));
  });
}

function queryPairs(parameter: ParameterView): [string, string][] {
  const { name, example, isJson } = parameter;
  if (isJson) return [[name, JSON.stringify(example ?? null)]];
  return typeof example === "object" && example !== null
    ? valuePairs(name, example, parameter)
    : [[name, plain(parameter)]];
}

function plain(parameter: ParameterView): string {
  const { example, name } = parameter;
  return example === undefined || example === null ? `<${name}>` : plainValue(name, example, parameter);
}

function addAuth(request: SampleRequest, cookies: [string, string][], scheme: AuthSchemeView): void {
  if (scheme.kind === "basic") {
    request.basic = ["<username>", "<password>"];
    return;
  }
  const value = scheme.prefill ?? (scheme.kind === "key" ? "<api-key>" : "<token>");
  const list = { header: request.headers, query: request.query, cookie: cookies }[scheme.place];
  list.push([scheme.name, scheme.prefix === undefined ? value : `${scheme.prefix} ${value}`]);
}

function addBody(request: SampleRequest, { type, schema, encodings }: ContentView, value: JsonValue | undefined): void {
  const media = bareMediaType(type);
  const fields = Object.entries(isJsonObject(value) ? value : {});
  if (media === "multipart/form-data") {
    const files = new Set(
      schema?.fields.filter((field) => field.schema.type.startsWith("file")).map(({ name }) => name),
    );
    const parts = fields.flatMap(([name, part]) =>
      partTexts(part).map((text) => ({ name, value: text, isFile: files.has(name) })),
    );
    request.body = { kind: "multipart", parts };
    return;
  }
  request.headers.push(["Content-Type", type === "*/*" ? "application/json" : type]);
  if (media === "application/x-www-form-urlencoded") {
    const pairs = fields.flatMap(([name, field]) =>
      formPairs(name, field, Object.hasOwn(encodings, name) ? encodings[name] : undefined),
    );
    request.body = { kind: "form", fields: pairs };
  } else if (isJsonType(media)) request.body = { kind: "json", value: value ?? {} };
  else if (typeof value === "string" && value !== "<file>") request.body = { kind: "text", text: value };
  else request.body = { kind: "file" };
}

/** Each item of a list of plain values becomes a part; other values that aren't strings become JSON. */
function partTexts(part: JsonValue): string[] {
  const isPlainList = Array.isArray(part) && part.every((item) => typeof item !== "object" || item === null);
  return isPlainList ? part.map(valueText) : [valueText(part)];
}

/** Without an encoding, a list repeats its name and an object is JSON, as most servers expect. */
function formPairs(name: string, field: JsonValue, encoding: ValueStyle | undefined): [string, string][] {
  if (encoding !== undefined) return valuePairs(name, field, encoding);
  return partTexts(field).map((text) => [name, text]);
}

export function bareMediaType(type: string): string {
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

export function isJsonType(media: string): boolean {
  return /^(?:[\w.+-]+\/)?(?:[\w.+-]*\+)?json(?:$|;)/i.test(media) || media === "*/*";
}
