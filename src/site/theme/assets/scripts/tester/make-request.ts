import type { SampleBody, SampleRequest } from "../../../../api/view/samples/sample-url.ts";
import { encodePath, plainValue, type ValueStyle, valuePairs } from "../../../../api/view/samples/serialize-value.ts";
import type { JsonValue } from "../../../../source/json-value.ts";
import { chosenServerAddress, type Field, fill, type TesterWords } from "./form.ts";
import { indentJson } from "./show-response.ts";

/** Returns the text to use for a credential: the typed text in requests, a placeholder in samples. */
export type Credential = (typed: string, placeholder: string) => string;

/** The address and headers that the form describes. Throws with a sentence for the reader when a field is invalid. */
export function makeRequest(form: HTMLFormElement, words: TesterWords): { url: URL; headers: Headers } {
  const { url: address, query, headers: pairs, basic } = readForm(form, words, (typed) => typed);
  const headers = new Headers();
  for (const [name, value] of pairs) setHeader(headers, name, value, words);
  if (basic) setHeader(headers, "Authorization", `Basic ${encodeBase64(basic.join(":"))}`, words);
  const url = new URL(address);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return { url, headers };
}

/** The body that the form describes. Adds the type of the body to the headers. */
export function makeBody(form: HTMLFormElement, headers: Headers, words: TesterWords): BodyInit | undefined {
  const content = chosenContent(form);
  if (!content) return undefined;
  const { fields, type, text, file } = content;
  if (type.startsWith("multipart/")) {
    const body = new FormData();
    for (const [name, value] of partPairs(fields, words)) body.append(name, value);
    return body;
  }
  setHeader(headers, "Content-Type", type, words);
  if (file) return file.files?.[0];
  if (!text) return new URLSearchParams(partPairs(fields, words).map(([name, value]) => [name, String(value)]));
  if (text.value.trim() === "") return undefined;
  if (/json/i.test(type)) parse(text.value, words.body, words);
  return text.value;
}

/** The same request for a code sample. An unfinished JSON body is shown as typed. */
export function makeSample(form: HTMLFormElement, words: TesterWords, credential: Credential): SampleRequest {
  const request = readForm(form, words, credential);
  const content = chosenContent(form);
  if (!content) return { ...request, body: undefined };
  const isMultipart = content.type.startsWith("multipart/");
  if (!isMultipart) request.headers.push(["Content-Type", content.type]);
  return { ...request, body: sampleBody(content, isMultipart, words) };
}

function sampleBody({ fields, type, text, file }: Content, isMultipart: boolean, words: TesterWords): SampleBody {
  if (file) return { kind: "file" };
  if (text) return (/json/i.test(type) ? exactJson(text.value) : undefined) ?? { kind: "text", text: text.value };
  const pairs = partPairs(fields, words);
  if (!isMultipart) return { kind: "form", fields: pairs.map(([name, value]) => [name, String(value)]) };
  return {
    kind: "multipart",
    parts: pairs.map(([name, value]) => ({ name, value: String(value), isFile: typeof value !== "string" })),
  };
}

/** JSON that JavaScript would send as it is typed. Large numbers and repeated keys, for example, would change. */
export function exactJson(text: string): SampleBody | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return JSON.stringify(value, null, 2) === indentJson(text) ? { kind: "json", value } : undefined;
  } catch {
    return undefined;
  }
}

type Pair<Value = string> = [name: string, value: Value];

/** Reads everything but the body. A path parameter without a value keeps its braces. */
function readForm(form: HTMLFormElement, words: TesterWords, credential: Credential): Omit<SampleRequest, "body"> {
  const headers: Pair[] = [];
  const query: Pair[] = [];
  let path = form.dataset.path ?? "";
  for (const field of form.querySelectorAll<Field>("[data-parameter]")) {
    const { name = "", parameter: place } = field.dataset;
    if (field.value === "") continue;
    const value = fieldValue(field, words);
    if (place === "path")
      path = path.replaceAll(`{${name}}`, () => encodePath(plainValue(name, value, styleOf(field))));
    else if (place === "header") headers.push([name, plainValue(name, value, styleOf(field))]);
    else query.push(...valuePairs(name, value, styleOf(field)));
  }
  const chosen = [...form.querySelectorAll<Field>("[data-way-fields]:not([hidden]) :is([data-place], [data-basic])")];
  for (const field of chosen) {
    const { name = "", place, prefix } = field.dataset;
    const value = credential(field.value, "<token>");
    if (value === "" || place === undefined) continue;
    (place === "query" ? query : headers).push([name, prefix ? `${prefix} ${value}` : value]);
  }
  const user = chosen.find(({ dataset }) => dataset.basic === "user");
  const password = chosen.find(({ dataset }) => dataset.basic === "password")?.value ?? "";
  const userName = user && (user.value || credential("", "<username>"));
  return {
    method: form.dataset.method ?? "GET",
    url: absolute(chosenServerAddress(form)) + path,
    query,
    headers,
    basic: userName ? [userName, credential(password, "<password>")] : undefined,
  };
}

function absolute(address: string): string {
  return /^https?:\/\//i.test(address) ? address : location.origin + address;
}

interface Content {
  fields: HTMLElement;
  type: string;
  text: Field | null;
  file: HTMLInputElement | null;
}

function chosenContent(form: HTMLFormElement): Content | undefined {
  const fields = form.querySelector<HTMLElement>("[data-content-fields]:not([hidden])");
  if (!fields || ["GET", "HEAD"].includes(form.dataset.method ?? "")) return undefined;
  const type = fields.dataset.contentFields ?? "";
  const text = fields.querySelector<Field>("[data-body]");
  const file = fields.querySelector<HTMLInputElement>("[data-file]");
  return { fields, type: type === "*/*" ? "application/json" : type, text, file };
}

/** The pairs of all filled-in fields of a form. A file stays a file. */
function partPairs(fields: HTMLElement, words: TesterWords): Pair<string | File>[] {
  return [...fields.querySelectorAll<Field>("[data-part]")].flatMap((part): Pair<string | File>[] => {
    const { name = "" } = part.dataset;
    if (part instanceof HTMLInputElement && part.type === "file") {
      return [...(part.files ?? [])].map((file) => [name, file]);
    }
    return part.value === "" ? [] : valuePairs(name, fieldValue(part, words), styleOf(part));
  });
}

/** A list has one item per line, and an object is JSON. */
function fieldValue(field: Field, words: TesterWords): JsonValue {
  const { name = "", type } = field.dataset;
  if (type === "array") return field.value.split("\n").filter((item) => item !== "");
  return type === "object" ? parse(field.value, name, words) : field.value;
}

function styleOf({ dataset }: Field): ValueStyle {
  return { style: dataset.style ?? "", explode: dataset.explode !== undefined };
}

function setHeader(headers: Headers, name: string, value: string, { badHeader }: TesterWords): void {
  try {
    headers.set(name, value);
  } catch {
    throw new Error(fill(badHeader, { name }));
  }
}

function parse(text: string, name: string, { badJson }: TesterWords): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Error(fill(badJson, { name, error: error instanceof Error ? error.message : "" }));
  }
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
