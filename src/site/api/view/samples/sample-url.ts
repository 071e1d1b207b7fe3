import type { JsonValue } from "../../../source/json-value.ts";

/** A request that calls an operation, independent of the language it is written in. */
export interface SampleRequest {
  method: string;
  /** The URL with all path parameters filled in and without the query. */
  url: string;
  query: [string, string][];
  headers: [string, string][];
  /** User name and password for basic authentication, which most HTTP clients encode themselves. */
  basic: [string, string] | undefined;
  body: SampleBody | undefined;
}

export type SampleBody =
  | { kind: "json"; value: JsonValue }
  | { kind: "form"; fields: [string, string][] }
  | { kind: "multipart"; parts: { name: string; value: string; isFile: boolean }[] }
  | { kind: "text"; text: string }
  | { kind: "file" };

/** The full address. Braces and angle brackets of placeholders stay readable. */
export function sampleUrl({ url, query }: SampleRequest): string {
  const pairs = query.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`);
  return pairs.length === 0 ? url : `${url}?${pairs.join("&")}`;
}

function encodeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3C|3E|2C)/g, decodeURIComponent);
}

/** Leaves out headers whose name or value an HTTP client could misinterpret. */
export function safeHeaders(headers: [string, string][]): [string, string][] {
  return headers.filter(([name]) => headerName.test(name)).map(onOneLine);
}

/** The characters a header name can have. A name such as `@file` would be a command to some programs. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

function onOneLine([name, value]: [string, string]): [string, string] {
  return [name, value.replaceAll(/[\r\n]+/g, " ")];
}
