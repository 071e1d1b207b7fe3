import type { JsonValue } from "../../../source/json-value.ts";
import { type SampleBody, type SampleRequest, sampleUrl } from "./sample-url.ts";

export function javascriptSample(request: SampleRequest): string {
  const { method, basic, body } = request;
  const lines: string[] = [];
  const options = [`method: ${quote(method)}`];
  const headers = request.headers.map(([name, value]) => `${key(name)}: ${quote(value)}`);
  if (basic !== undefined) headers.unshift(`Authorization: "Basic " + btoa(${quote(basic.join(":"))})`);
  if (headers.length > 0) options.push(`headers: {\n    ${headers.join(",\n    ")},\n  }`);
  const written = bodyValue(body, lines);
  if (written !== undefined) options.push(`body: ${written}`);
  lines.push(
    `const response = await fetch(${quote(sampleUrl(request))}, {`,
    ...options.map((option) => `  ${option},`),
    "});",
    "",
    "console.log(await response.text());",
  );
  return lines.join("\n");
}

function bodyValue(body: SampleBody | undefined, lines: string[]): string | undefined {
  switch (body?.kind) {
    case "json":
      return `JSON.stringify(${literal(body.value, "  ")})`;
    case "form":
      return `new URLSearchParams(${pairs(body.fields)})`;
    case "multipart":
      lines.push("const form = new FormData();");
      for (const { name, value, isFile } of body.parts) {
        lines.push(`form.append(${quote(name)}, ${isFile ? "fileInput.files[0]" : quote(value)});`);
      }
      lines.push("");
      return "form";
    case "text":
      return quote(body.text);
    case "file":
      return "fileInput.files[0]";
    default:
      return undefined;
  }
}

/** Repeated names need a list: in an object, only the last value would remain. */
function pairs(fields: [string, string][]): string {
  if (fields.length === 0) return "";
  const isRepeated = new Set(fields.map(([name]) => name)).size < fields.length;
  const rows = fields.map(([name, value]) =>
    isRepeated ? `[${quote(name)}, ${quote(value)}]` : `${key(name)}: ${quote(value)}`,
  );
  return `${isRepeated ? "[" : "{"}\n    ${rows.join(",\n    ")},\n  ${isRepeated ? "]" : "}"}`;
}

function literal(value: JsonValue, indent: string): string {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? quote(value) : String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => inner + literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${key(name)}: ${literal(item, inner)}`);
  if (items.length === 0) return isList ? "[]" : "{}";
  return `${isList ? "[" : "{"}\n${items.join(",\n")},\n${indent}${isList ? "]" : "}"}`;
}

/** A plain `__proto__` would set the prototype instead of a property. */
function key(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** JSON is JavaScript, except for two line separators that older engines reject in strings. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
