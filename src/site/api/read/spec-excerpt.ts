import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { ApiTarget } from "../../source/page-api.ts";
import { lookUp, parsePointer } from "./json-pointer.ts";
import { objectOf, own, type SpecDocument } from "./spec-document.ts";
import { isWebAddress } from "./spec-path.ts";
import { yamlText } from "./yaml-text.ts";

const excerptBytesMax = 60_000;

interface ExcerptOptions {
  /** Ways to be let in are named and not referred to, so they are looked for. */
  addsSecurity: boolean;
}

/**
 * The part of a description that one page is about, with what it refers to, for the Markdown of the page. References come
 * nearest first until the excerpt is long enough; the rest can be read in the description itself.
 */
export function specExcerpt(document: SpecDocument, target: ApiTarget): string {
  const { root } = document;
  const excerpt: JsonObject = { openapi: own(root, "openapi") ?? "3.1.0", ...targetPart(root, target) };
  const servers = own(root, "servers");
  if (target.kind === "operation" && servers !== undefined) excerpt.servers = servers;
  return completeExcerpt(document, excerpt, { addsSecurity: target.kind === "operation" });
}

/** An excerpt with the components that it refers to, as text. */
export function completeExcerpt(document: SpecDocument, excerpt: JsonObject, options: ExcerptOptions): string {
  const { root } = document;
  const components: JsonObject = {};
  const waiting = referencesIn(excerpt);
  const seen = new Set(waiting);
  if (options.addsSecurity) addSecurity(root, excerpt, components);
  let bytes = JSON.stringify(excerpt).length;
  let left = 0;
  for (let at = 0; at < waiting.length; at += 1) {
    const [, kind, name, ...rest] = parsePointer(waiting[at] ?? "") ?? [];
    const value = kind === undefined || name === undefined ? undefined : lookUp(root, ["components", kind, name]);
    if (value === undefined || kind === undefined || name === undefined || rest.length > 0) continue;
    const size = JSON.stringify(value).length;
    if (bytes + size > excerptBytesMax) {
      left += 1;
      continue;
    }
    bytes += size;
    const holder = objectOf(components, kind);
    setOwn(holder, name, value);
    components[kind] = holder;
    for (const reference of referencesIn(value)) {
      if (!seen.has(reference)) {
        seen.add(reference);
        waiting.push(reference);
      }
    }
  }
  if (Object.keys(components).length > 0) excerpt.components = components;
  const note =
    left === 0 ? "" : `# ${left} more components are in ${isWebAddress(document.file) ? "" : "/"}${document.file}\n`;
  return note + yamlText(excerpt);
}

function targetPart(root: JsonObject, target: ApiTarget): JsonObject {
  if (target.kind === "schema") {
    const schema = own(objectOf(objectOf(root, "components"), "schemas"), target.name) ?? {};
    return { schema };
  }
  const [section, name] = target.kind === "webhook" ? ["webhooks", target.name] : ["paths", target.path];
  const item = objectOf(objectOf(root, section), name);
  const wanted = target.kind === "webhook" ? item : { ...pair(item, "parameters"), ...pair(item, target.method) };
  const holder: JsonObject = {};
  setOwn(holder, name, wanted);
  return { [section]: holder };
}

/** A key with its value when the object has it. */
function pair(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return value === undefined ? {} : { [key]: value };
}

/** The ways to be let in are named, not referred to. */
function addSecurity(root: JsonObject, excerpt: JsonObject, components: JsonObject): void {
  const security = own(root, "security");
  if (security !== undefined) excerpt.security = security;
  const text = JSON.stringify(excerpt);
  const schemes = Object.entries(objectOf(objectOf(root, "components"), "securitySchemes"));
  const used = schemes.filter(([name]) => text.includes(JSON.stringify(name)));
  if (used.length > 0) components.securitySchemes = Object.fromEntries(used);
}

export function referencesIn(value: JsonValue): string[] {
  const found = new Set<string>();
  const waiting: JsonValue[] = [value];
  for (let at = 0; at < waiting.length; at += 1) {
    const next = waiting[at];
    if (Array.isArray(next)) waiting.push(...next);
    else if (isJsonObject(next)) {
      const reference = own(next, "$ref");
      if (typeof reference === "string") found.add(reference);
      waiting.push(...Object.values(next));
    }
  }
  return [...found];
}

/** `__proto__` is a name like any other here. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
