import type { FieldForm } from "../../../../src/contract/field-form.ts";

export type SettingPath = readonly (string | number)[];

/** The name in the build's messages and in the descriptions: `navbar.links[0].href`. */
export function settingText(path: SettingPath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** The description of a setting. All items of a list share one, and so do all entries of a map. */
export function describeSetting(descriptions: Readonly<Record<string, string>>, path: SettingPath): string | undefined {
  const general = settingText(path).replaceAll(/\[\d+\]/g, "[]");
  return descriptions[general] ?? descriptions[general.replace(/\.[^.[\]]+$/, ".*")];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The new value, computed from the value that the setting has at that time. */
export function newValue(values: unknown, path: SettingPath, value: unknown): unknown {
  if (typeof value !== "function") return value;
  const latest = path.reduce<unknown>((holder, key) => {
    if (Array.isArray(holder)) return holder[Number(key)];
    return isRecord(holder) ? holder[key] : undefined;
  }, values);
  return value(latest);
}

/** A single string is allowed in place of a list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

type PlainForm = Exclude<FieldForm, { kind: "either" }>;

/** A setting with a short and a long form is edited in its current form. */
export function chosenForm(form: FieldForm, value: unknown): PlainForm {
  if (form.kind !== "either") return form;
  return chosenForm(isRecord(value) ? form.long : form.short, value);
}

/** The same value in the other form; undefined if nothing can be carried over. */
export function otherForm(form: FieldForm, value: unknown): unknown {
  if (form.kind !== "either" || form.long.kind !== "object") return undefined;
  if (isRecord(value)) return Object.values(value).find((item) => typeof item === "string");
  if (typeof value !== "string" || value === "") return undefined;
  const { fields, required } = form.long;
  const keys = "light" in fields && "dark" in fields ? ["light", "dark"] : required.slice(0, 1);
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, value]));
}

/** The initial value of a new list item. */
export function emptyValue(form: FieldForm): unknown {
  if (form.kind === "either") return emptyValue(form.short);
  if (form.kind === "select") return form.words[0] ?? "";
  if (form.kind === "object") {
    return Object.fromEntries(form.required.map((key) => [key, emptyValue(form.fields[key] ?? { kind: "text" })]));
  }
  if (form.kind === "list") return [];
  if (form.kind === "map") return {};
  if (form.kind === "number") return form.least;
  if (form.kind === "flag") return false;
  return form.kind === "json" ? null : "";
}

/** `raiseIssue` → `Raise issue`. */
export function labelOf(key: string): string {
  const known = labels[key];
  if (known !== undefined) return known;
  const words = key.replaceAll(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labels: Readonly<Record<string, string>> = {
  api: "API",
  seo: "SEO",
  mcp: "MCP",
  url: "URL",
  href: "Link",
  openapi: "OpenAPI",
  asyncapi: "AsyncAPI",
  lectern: "Search, assistant and MCP",
  latex: "Formulas",
  mdx: "Pages written by hand",
  metatags: "Meta tags",
  "404": "Unknown addresses",
};
