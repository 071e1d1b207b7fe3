import { type Field, fill, serverAddress, type TesterWords } from "./form.ts";

type Pair<Value = string> = [name: string, value: Value];

/** The address and headers that the form describes. Throws with a sentence for the reader when a field is invalid. */
export function makeRequest(form: HTMLFormElement, words: TesterWords): { url: URL; headers: Headers } {
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = form.dataset.path ?? "";
  for (const field of form.querySelectorAll<Field>("[data-parameter]")) {
    const { name = "", parameter: place } = field.dataset;
    if (field.value === "" && place !== "path") continue;
    const pairs = valuesOf(field, words);
    const joined = pairs.map(([, value]) => value).join(",");
    if (place === "path") path = path.replaceAll(`{${name}}`, joined === "" ? `{${name}}` : encodeURIComponent(joined));
    else if (place === "header") setHeader(headers, name, joined, words);
    else for (const [key, value] of pairs) query.append(key, value);
  }
  for (const field of form.querySelectorAll<Field>("[data-way-fields]:not([hidden]) [data-place]")) {
    if (field.value === "") continue;
    const { name = "", place, prefix } = field.dataset;
    const value = prefix ? `${prefix} ${field.value}` : field.value;
    if (place === "header") setHeader(headers, name, value, words);
    else if (place === "query") query.append(name, value);
  }
  const basic = (part: string) =>
    form.querySelector<Field>(`[data-way-fields]:not([hidden]) [data-basic="${part}"]`)?.value;
  const user = basic("user");
  if (user) {
    setHeader(headers, "Authorization", `Basic ${encodeBase64(`${user}:${basic("password") ?? ""}`)}`, words);
  }
  const url = new URL(serverAddress(form) + path, location.origin);
  for (const [key, value] of query) url.searchParams.append(key, value);
  return { url, headers };
}

/** The body that the form describes, and its type among the headers. */
export function makeBody(form: HTMLFormElement, headers: Headers, words: TesterWords): BodyInit | undefined {
  const fields = form.querySelector<HTMLElement>("[data-content-fields]:not([hidden])");
  if (!fields || ["GET", "HEAD"].includes(form.dataset.method ?? "")) return undefined;
  const type = fields.dataset.contentFields ?? "";
  const text = fields.querySelector<Field>("[data-body]");
  const file = fields.querySelector<HTMLInputElement>("[data-file]");
  if (type.startsWith("multipart/")) {
    const body = new FormData();
    for (const [name, value] of partPairs(fields, words)) body.append(name, value);
    return body;
  }
  setHeader(headers, "Content-Type", type === "*/*" ? "application/json" : type, words);
  if (file) return file.files?.[0];
  if (!text) return new URLSearchParams(partPairs(fields, words).map(([name, value]) => [name, String(value)]));
  if (text.value.trim() === "") return undefined;
  if (/json/i.test(type)) parse(text.value, words.body, words);
  return text.value;
}

/** The pairs of all filled-in fields of a form. A file stays a file. */
function partPairs(fields: HTMLElement, words: TesterWords): Pair<string | File>[] {
  return [...fields.querySelectorAll<Field>("[data-part]")].flatMap((part): Pair<string | File>[] => {
    if (part instanceof HTMLInputElement && part.type === "file") {
      return [...(part.files ?? [])].map((file) => [part.dataset.name ?? "", file]);
    }
    return part.value === "" ? [] : valuesOf(part, words);
  });
}

/** The pairs that a field turns into, by the OpenAPI rules for lists and objects. */
function valuesOf(field: Field, words: TesterWords): Pair[] {
  const { name = "", type, style, explode } = field.dataset;
  if (type === "array") {
    const items = field.value.split("\n").filter((item) => item !== "");
    if (style === "deepObject") return deepPairs(name, items);
    if (explode !== undefined) return items.map((item) => [name, item]);
    return [[name, items.join(style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",")]];
  }
  if (type !== "object") return [[name, field.value]];
  const value = parse(field.value, name, words);
  if (style === "deepObject") return deepPairs(name, value);
  const entries = Object.entries(value as object).map(([key, item]): Pair => [key, printed(item)]);
  return explode === undefined ? [[name, entries.flat().join(",")]] : entries;
}

/** `filter[name]=a`, `items[0][price]=b`, `tags[]=c`, as in the code samples of the page. */
function deepPairs(name: string, value: unknown): Pair[] {
  if (typeof value !== "object" || value === null) return [[name, printed(value)]];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item));
  }
  const isPlain = value.every((item) => typeof item !== "object" || item === null);
  const listName = name.endsWith("[]") ? name : `${name}[]`;
  return value.flatMap((item, index) => deepPairs(isPlain ? listName : `${name}[${index}]`, item));
}

function setHeader(headers: Headers, name: string, value: string, { badHeader }: TesterWords): void {
  try {
    headers.set(name, value);
  } catch {
    throw new Error(fill(badHeader, { name }));
  }
}

function parse(text: string, name: string, { badJson }: TesterWords): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(fill(badJson, { name, error: error instanceof Error ? error.message : "" }));
  }
}

function printed(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
