import { isJsonObject, type JsonValue } from "../../../source/json-value.ts";
import type { AuthSchemeView, ContentView, OperationView, ParameterView } from "../api-view.ts";
import { serverAddress } from "../server-view.ts";
import { plainValue, type ValueStyle, valuePairs, valueText } from "./serialize-value.ts";

/** One request that shows how an operation is called, before it is written in a language. */
export interface SampleRequest {
  method: string;
  /** With everything that stands in the path, but without the query. */
  url: string;
  query: [string, string][];
  headers: [string, string][];
  /** Name and password, which most languages send by themselves. */
  basic: [string, string] | undefined;
  body: SampleBody | undefined;
}

export type SampleBody =
  | { kind: "json"; value: JsonValue }
  | { kind: "form"; fields: [string, string][] }
  | { kind: "multipart"; parts: { name: string; value: string; isFile: boolean }[] }
  | { kind: "text"; text: string }
  | { kind: "file" };

const defaultServer = "https://api.example.com";

export interface SampleOptions {
  /** Only what the request cannot do without. */
  requiredOnly: boolean;
  /** Values of the author in the path, in place of `{name}`. */
  prefills: boolean;
}

/** Which of the bodies of an operation a sample sends. */
export interface SampleChoice {
  content: ContentView;
  value: JsonValue | undefined;
}

export function sampleRequest(view: OperationView, options: SampleOptions, choice?: SampleChoice): SampleRequest {
  const [server] = view.servers;
  const base = server === undefined ? defaultServer : serverAddress(server);
  const shown = view.parameters.filter((parameter) => isShown(parameter, options));
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
  const [content] = view.body?.contents ?? [];
  if (choice !== undefined) addBody(request, choice.content, choice.value);
  else if (content !== undefined) addBody(request, content, content.examples[0]?.value);
  return { ...request, headers: request.headers.filter(([name]) => headerName.test(name)).map(onOneLine) };
}

/** The signs that a header may be named with; a name such as `@file` would be a command to some programs. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

function onOneLine([name, value]: [string, string]): [string, string] {
  return [name, value.replaceAll(/[\r\n]+/g, " ")];
}

/** An optional parameter is worth showing when its author gives a value for it. */
function isShown({ required, deprecated, isGiven }: ParameterView, { requiredOnly }: SampleOptions): boolean {
  return required || (!requiredOnly && !deprecated && isGiven);
}

function pathOf(path: string, parameters: ParameterView[], prefills: boolean): string {
  if (!prefills) return path;
  return path.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return parameter === undefined ? whole : encodePath(plain(parameter));
  });
}

/** The signs that styles of paths are written with may stand in a path. */
function encodePath(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:2C|3B|3D)/g, decodeURIComponent);
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
  const whole = scheme.prefix === undefined ? value : `${scheme.prefix} ${value}`;
  if (scheme.place === "header") request.headers.push([scheme.name, whole]);
  else if (scheme.place === "query") request.query.push([scheme.name, whole]);
  else cookies.push([scheme.name, whole]);
}

function addBody(request: SampleRequest, { type, schema, encodings }: ContentView, value: JsonValue | undefined): void {
  const media = type.split(";")[0]?.trim().toLowerCase() ?? "";
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
    request.body = {
      kind: "form",
      fields: fields.flatMap(([name, field]) =>
        formPairs(name, field, Object.hasOwn(encodings, name) ? encodings[name] : undefined),
      ),
    };
  } else if (isJsonType(media)) request.body = { kind: "json", value: value ?? {} };
  else if (typeof value === "string" && value !== "<file>") request.body = { kind: "text", text: value };
  else request.body = { kind: "file" };
}

/** A list of plain values is a part for each of them; anything else that is no text is JSON. */
function partTexts(part: JsonValue): string[] {
  const isPlainList = Array.isArray(part) && part.every((item) => typeof item !== "object" || item === null);
  return isPlainList ? part.map(valueText) : [valueText(part)];
}

/** Without a word of the author a list repeats its name, and an object is JSON, as servers mostly expect it. */
function formPairs(name: string, field: JsonValue, encoding: ValueStyle | undefined): [string, string][] {
  if (encoding !== undefined) return valuePairs(name, field, encoding);
  return partTexts(field).map((text) => [name, text]);
}

export function isJsonType(media: string): boolean {
  return /^(?:[\w.+-]+\/)?(?:[\w.+-]*\+)?json(?:$|;)/i.test(media) || media === "*/*";
}
