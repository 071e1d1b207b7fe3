import type { JsonValue } from "../../../source/json-value.ts";
import type { SampleBody, SampleRequest } from "./sample-url.ts";

const knownMethods: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

export function pythonSample(request: SampleRequest): string {
  const { method, url, query, headers, basic, body } = request;
  const lines = ["import requests", "", `url = ${quote(url)}`];
  const name = method.toLowerCase();
  const call = knownMethods.has(name) ? [`requests.${name}(`, "url"] : ["requests.request(", `${quote(method)}, url`];
  const options: string[] = [];
  const add = (option: string, value: string) => {
    lines.push(`${option} = ${value}`);
    options.push(`${option}=${option}`);
  };
  if (query.length > 0) add("params", pairList(query));
  // `requests` sets the content type of JSON itself.
  const shown = headers.filter(([header]) => body?.kind !== "json" || header !== "Content-Type");
  if (shown.length > 0) add("headers", pairDictionary(shown));
  addBody(body, lines, options);
  if (basic !== undefined) options.push(`auth=(${basic.map(quote).join(", ")})`);
  lines.push("", `response = ${call[0]}${[call[1], ...options].join(", ")})`, "", "print(response.text)");
  return lines.join("\n");
}

function addBody(body: SampleBody | undefined, lines: string[], options: string[]): void {
  if (body?.kind === "json") {
    lines.push(`payload = ${literal(body.value, "")}`);
    options.push("json=payload");
  } else if (body?.kind === "form") {
    lines.push(`payload = ${pairList(body.fields)}`);
    options.push("data=payload");
  } else if (body?.kind === "multipart") {
    // Fields are passed as parts too: without a file, `requests` would not send a multipart form.
    const parts = body.parts.map(({ name, value, isFile }) => {
      return `    (${quote(name)}, ${isFile ? 'open("file", "rb")' : `(None, ${quote(value)})`}),`;
    });
    lines.push(`files = [\n${parts.join("\n")}\n]`);
    options.push("files=files");
  } else if (body?.kind === "text") options.push(`data=${quote(body.text)}.encode()`);
  else if (body?.kind === "file") options.push('data=open("file", "rb")');
}

function pairDictionary(pairs: [string, string][]): string {
  return `{\n${pairs.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`).join("\n")}\n}`;
}

/** Repeated names need a list: in a dictionary, only the last value would remain. */
function pairList(pairs: [string, string][]): string {
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  if (!isRepeated) return pairDictionary(pairs);
  return `[\n${pairs.map(([name, value]) => `    (${quote(name)}, ${quote(value)}),`).join("\n")}\n]`;
}

function literal(value: JsonValue, indent: string): string {
  if (value === null) return "None";
  if (value === true || value === false) return value ? "True" : "False";
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return String(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => `${inner}${literal(item, inner)},`)
    : Object.entries(value).map(([name, item]) => `${inner}${quote(name)}: ${literal(item, inner)},`);
  if (items.length === 0) return isList ? "[]" : "{}";
  return `${isList ? "[" : "{"}\n${items.join("\n")}\n${indent}${isList ? "]" : "}"}`;
}

/** A JSON string is also a Python string, because its escapes mean the same. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
